// @ts-check
// The connection to the node: a stream of what it shows, and what the person wants.

import { redraw, state } from "./state.js";

/** What shows the node that this is its own page. */
let key = "";

/** How long it is waited before the node is asked again, in milliseconds. */
const AGAIN = 1000;
/** What to do if nodealer was closed. */
const AGAIN_BY = "“nodealer resume --web” goes on with a match that was under way, and “nodealer web” opens the page without one.";
/** After how many tries in vain the node is taken to be gone. */
const PATIENCE = 5;

/**
 * Asks the node.
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<Response|null>} what it answers, if it does
 */
async function ask(path, how = {}) {
  return fetch(path, { ...how, headers: { ...how.headers, "Nodealer-Key": key } }).catch(() => null);
}

/**
 * Listens to the node from now on, and again whenever the connection was lost.
 * @param {string} mine the key
 * @param {(message: Message) => void} hear
 */
export async function listen(mine, hear) {
  key = mine;
  const heard = { id: "" };
  for (let vain = 0; ;) {
    const before = heard.id;
    const status = await follow(heard, hear);
    vain = heard.id === before ? vain + 1 : 0;
    state.connected = false;
    state.lost = whyLost(status, vain);
    redraw();
    // It is another node's page now: start.js loads this window anew when somebody has opened that one.
    if (status === 403) return;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** @param {number} status @param {number} vain */
function whyLost(status, vain) {
  if (status === 403) return "nodealer was started anew. Open the address that it prints now, and this window goes on by itself.";
  if (status === 503) return "Too many windows are open. Close one, and this one goes on.";
  if (vain < PATIENCE) return `The node does not answer. Trying again… If nodealer was closed: ${AGAIN_BY}`;
  return `nodealer does not run here any more. Start it again and open the address that it prints: ${AGAIN_BY}`;
}

/**
 * Hears the stream to its end.
 * @param {{id: string}} heard the message that was heard last, from which it goes on
 * @param {(message: Message) => void} hear
 * @returns {Promise<number>} the status of the answer; 0 if there was none
 */
async function follow(heard, hear) {
  const reply = await ask("/api/stream", heard.id === "" ? {} : { headers: { "Last-Event-ID": heard.id } });
  if (!reply?.ok || !reply.body) return reply?.status ?? 0;
  if (!state.connected) {
    state.connected = true;
    redraw();
  }
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: "", done: true }));
    if (done) return 0;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const message = parse(block);
      if (!message) continue;
      heard.id = message.id;
      hear(JSON.parse(message.data));
    }
  }
}

/** Signs that turn the text around them: in a name from a file they could make a sentence say something else. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A message of the stream; null for a sign of life. @param {string} block */
export function parse(block) {
  const found = /^id: (\d+)\ndata: (.*)$/.exec(block);
  return found && { id: found[1], data: found[2].replace(TURNS, "") };
}

/**
 * Says what the person wants; what becomes of it is also shown.
 * @param {any} intent
 * @returns {Promise<boolean>} whether it was taken
 */
export async function want(intent) {
  // What was refused before is no news any more.
  if (state.notice !== "") tell("");
  const reply = await send(intent);
  if (!reply) return tell(`The node does not answer. If nodealer was closed: ${AGAIN_BY}`);
  if (reply.status === 429) return tell("Too much at once; try again.");
  if (!reply.ok) return tell("The node did not understand that.");
  const answer = await reply.json();
  return answer.answer === "taken" || tell(answer.text);
}

/** Sends what the person wants. @param {any} intent */
async function send(intent) {
  const headers = { "Content-Type": "application/json" };
  return ask("/api/intent", { method: "POST", headers, body: JSON.stringify(intent) });
}

/** Lets the match go on at once, if it waits for whoever looks at it; otherwise there is nothing to say. */
export const hurry = () => send({ do: "hurry" });

/** @param {string} text */
function tell(text) {
  state.notice = text.charAt(0).toUpperCase() + text.slice(1);
  redraw();
  return false;
}

/** Saves what the node gives under a path. @param {string} path @param {string} name the file's */
export async function save(path, name) {
  const reply = await ask(path);
  if (!reply?.ok) return tell("The node does not give that file.");
  const address = URL.createObjectURL(await reply.blob());
  download(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}

/** @param {string} address @param {string} name */
export function download(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** The games that were asked for. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** What never changes about a game. @param {string} game */
export async function loadCatalogue(game) {
  if (!game || state.catalogues.has(game)) return;
  if (!asked.has(game)) asked.set(game, fetchCatalogue(game).finally(() => asked.delete(game)));
  await asked.get(game);
}

/** @param {string} game */
async function fetchCatalogue(game) {
  const reply = await ask(`/api/catalogue/${encodeURIComponent(game)}`);
  if (reply?.ok) state.catalogues.set(game, await reply.json());
}
