// @ts-check
// The connection to the node: a stream of what it shows, and what the person wants.

import { redraw, state } from "./state.js";

/** @type {EventSource|null} */
let stream = null;

/**
 * Listens to the node from now on.
 * @param {(message: Message) => void} hear
 */
export function listen(hear) {
  stream?.close();
  stream = new EventSource("/api/stream");
  stream.addEventListener("message", (event) => {
    state.connected = true;
    hear(JSON.parse(event.data));
  });
  stream.addEventListener("error", () => {
    state.connected = false;
    state.lost = "The node does not answer. Trying again…";
    // A stream that was refused is closed for good: somebody has to ask why.
    if (stream?.readyState === EventSource.CLOSED) setTimeout(() => retry(hear), 1000);
    redraw();
  });
}

/** @param {(message: Message) => void} hear */
async function retry(hear) {
  const reply = await fetch("/api/hello").catch(() => null);
  if (reply?.status === 403) {
    state.lost = "nodealer was started anew. Open the address that it prints now.";
    redraw();
  } else if (reply?.ok) {
    state.lost = "Too many windows are open. Close one, and this one goes on.";
    redraw();
    setTimeout(() => listen(hear), 1000);
  } else {
    setTimeout(() => retry(hear), 1000);
  }
}

/**
 * Says what the person wants; what becomes of it is also shown.
 * @param {any} intent
 * @returns {Promise<boolean>} whether it was taken
 */
export async function want(intent) {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch("/api/intent", { method: "POST", headers, body: JSON.stringify(intent) }).catch(() => null);
  if (!reply) return tell("The node does not answer.");
  if (reply.status === 429) return tell("Too much at once; try again.");
  if (!reply.ok) return tell("The node did not understand that.");
  const answer = await reply.json();
  return answer.answer === "taken" || tell(answer.text);
}

/** @param {string} text */
function tell(text) {
  state.notice = text;
  redraw();
  return false;
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
  const reply = await fetch(`/api/catalogue/${encodeURIComponent(game)}`).catch(() => null);
  if (reply?.ok) state.catalogues.set(game, await reply.json());
}
