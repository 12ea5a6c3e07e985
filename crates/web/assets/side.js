// @ts-check
// Beside the table: the log and the chat, apart from each other.

import { h } from "./dom.js";
import { want } from "./link.js";
import { openDialog, redraw, shownMatch, sinceBegan, state } from "./state.js";
import { count, marked } from "./text.js";

/** How many lines are kept in sight; the rest of a long match is in its replay. */
const LINES = 300;

/** @typedef {Extract<SeatEvent, {kind: "chat"}>} ChatLine */
/** @typedef {{step: number, text: Words, rule: string, own: boolean, key: number}} LogLine */

/** @typedef {Extract<SeatEvent, {kind: "proven"}>} ProofLine */

/** The proofs of the match that is shown. @returns {ProofLine[]} */
const proofLines = () => sinceBegan().flatMap((event) => (event.kind === "proven" ? [event] : []));

/** @returns {ChatLine[]} */
const chatLines = () => {
  const muted = state.snapshot?.settings.muted ?? [];
  return state.events.flatMap((event) => (event.kind === "chat" && !muted.includes(event.from) ? [event] : []));
};

/** Log and chat as panels, of which a narrow screen shows one. */
export function drawSide() {
  const match = shownMatch();
  const now = state.snapshot?.state;
  if (now?.screen === "home") return null;
  const talks = match ? match.talks : true;
  const chat = chatLines();
  // Nobody hears what is said where there is no chat, whatever key was pressed.
  if (!talks && state.panel === "chat") state.panel = "log";
  if (state.panel === "chat") state.readChat = chat.length;
  const unread = chat.length - state.readChat;
  const tab = (/** @type {string} */ name, /** @type {string} */ words) =>
    h("button", { key: name, class: "tab", "aria-pressed": String(state.panel === name), onclick: () => { state.panel = name; redraw(); } }, words);
  // Before a match there is nothing but words.
  if (now?.screen === "lobby") {
    state.readChat = chat.length;
    const told = state.events.filter((event) => event.at >= now.since && (event.kind === "notice" || (event.kind === "chat" && chat.includes(event))));
    return [h("h2", { key: "title", class: "chat-title" }, "Chat"), drawChat(told)];
  }
  return [
    h("div", { key: "tabs", class: "tabs", role: "group", "aria-label": "Beside the table" },
      tab("log", "Log"),
      talks && tab("chat", unread > 0 ? `Chat (${unread} new)` : "Chat"),
      tab("proofs", "Proofs")),
    state.panel === "log" && drawLog(),
    state.panel === "chat" && drawChat(chat),
    state.panel === "proofs" && drawProofs(),
  ];
}

/** The lines of the log: in a replay they lead to their steps. @returns {LogLine[]} */
function logLines() {
  const now = state.snapshot?.state;
  if (now?.screen === "replay") {
    return now.log.map(([step, text, rule], key) => ({ step, text, rule, own: false, key }));
  }
  return sinceBegan().flatMap(lineOf);
}

/** @param {SeatEvent} event @returns {LogLine[]} */
function lineOf(event) {
  if (event.kind === "said") return [{ step: event.step, text: event.text, rule: event.rule, own: false, key: event.at }];
  if (event.kind === "learnt") return [{ step: event.step, text: event.text, rule: "", own: true, key: event.at }];
  if (event.kind === "presence" || event.kind === "notice") return [{ step: 0, text: [event.text], rule: "", own: false, key: event.at }];
  return [];
}

function drawLog() {
  const replays = state.snapshot?.state.screen === "replay";
  const lines = logLines().slice(-LINES);
  return h("ol", { key: "log", class: "log", tabindex: 0, "aria-label": "Log" }, lines.map((line) =>
    h("li", { key: line.key, class: line.own ? "own-line" : "" },
      line.own && h("span", { class: "only" }, "only you: "),
      marked(line.text), " ",
      line.rule && h("button", { class: "rule", title: "Show this rule", onclick: () => openDialog("rules", { at: line.rule }) }, line.rule),
      replays && h("a", { class: "rule", href: `#step-${line.step}` }, `step ${line.step}`))));
}

/** @param {SeatEvent[]} lines */
function drawChat(lines) {
  return h("div", { key: "chat", class: "chat" },
    h("ol", { key: "lines", class: "log", tabindex: 0, "aria-label": "Chat" }, lines.flatMap((line) => {
      if (line.kind === "notice") return [h("li", { key: line.at, class: "hint" }, line.text)];
      if (line.kind !== "chat") return [];
      return [h("li", { key: line.at }, h("b", { class: "who" }, line.from), line.whispered && !line.to ? " (to you): " : ": ", line.text)];
    })),
    h("form", { key: "say", class: "say", onsubmit: say },
      h("label", { for: "chat-line" }, "Say"),
      h("input", { id: "chat-line", name: "text", maxlength: 400, autocomplete: "off" }),
      h("button", {}, "Send")));
}

/** @param {SubmitEvent} event */
function say(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const said = heardAs(input.value);
  if (said.text === "") return;
  if (said.unknown) {
    state.notice = `There is no ${said.unknown} here, and nothing was said. “/whisper NAME TEXT” tells one player alone.`;
    redraw();
    return;
  }
  input.value = "";
  want({ do: "say", to: said.to, text: said.text });
}

/**
 * What a line of the chat asks for, as on every other screen: what begins with a slash is a command, and an unknown one is
 * never said aloud.
 * @param {string} line
 */
export function heardAs(line) {
  const text = line.trim();
  const [, command = "", rest = ""] = /^(\/\S*)\s*(.*)$/s.exec(text) ?? [];
  const [, to = "", whispered = ""] = /^(\S+)\s+(.+)$/s.exec(rest) ?? [];
  if (command === "/whisper" && to !== "") return { to, text: whispered, unknown: "" };
  if (command === "/say") return { to: null, text: rest, unknown: "" };
  return { to: null, text, unknown: command };
}

/** What was proven, as it was checked. */
export function drawProofs() {
  const now = state.snapshot?.state;
  const players = shownMatch()?.players ?? [];
  const proofs = now?.screen === "replay"
    ? now.proven.map((text, at) => ({ at, who: "", text, step: now.shown.step }))
    : proofLines().map(({ at, seat, text, step }) => ({ at, who: players[seat]?.name ?? "", text, step }));
  return h("div", { key: "proofs", class: "proofs" },
    h("p", { key: "sum" }, proofs.length === 0
      ? "Every shuffle, deal and move comes with a proof. Each is listed here when this node has checked it."
      : `${proofs.length} proofs checked by this node.`),
    now?.screen !== "replay" && drawLedger(players),
    h("ol", { key: "list", class: "log newest-first", tabindex: 0, "aria-label": "Proofs" }, proofs.slice(-LINES).reverse().map((proof) =>
      h("li", { key: proof.at }, h("details", {},
        h("summary", {}, "✓ ", proof.text),
        h("p", {}, `In step ${proof.step}. ${proof.who || "This seat"} signed it, and this node has checked the proof itself; nobody's word was taken for it.`))))));
}

/** Who has shuffled, taken layers off and proven the rest, in words. @param {Player[]} players */
function drawLedger(players) {
  const proofs = proofLines();
  if (proofs.length === 0) return null;
  return h("ul", { key: "ledger", class: "ledger" }, players.map((player, seat) => {
    const own = proofs.filter((proof) => proof.seat === seat);
    const shuffles = own.filter((proof) => proof.shuffled !== null).length;
    const opened = own.filter((proof) => proof.opened !== null).length;
    const words = [count(shuffles, "shuffle"), `${count(opened, "layer")} taken off`, `${own.length - shuffles - opened} more`];
    return h("li", { key: seat }, h("b", { class: "who" }, player.name), `: ${words.join(", ")}`);
  }));
}

/** One line on what was checked last. */
export function lastProof() {
  const proofs = proofLines();
  const last = proofs.at(-1);
  if (!last) return null;
  return h("button", { key: "trust", class: "quiet trust", title: "All proofs", onclick: () => { state.panel = "proofs"; redraw(); } },
    `✓ ${proofs.length}`, h("span", { class: "last" }, ` · ${last.text}`));
}
