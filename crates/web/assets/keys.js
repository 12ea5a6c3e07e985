// @ts-check
// The keyboard does everything.

import { turnLesson } from "./guide.js";
import { cancel, chooseListed } from "./menu.js";
import { openDialog, redraw, state } from "./state.js";

/** What the keys do, for the help. @type {[string, string][]} */
export const KEYS = [
  ["1 … 9", "choose an answer; one that weighs is asked once more"],
  ["arrows", "go to the next button, card or player in that direction"],
  ["Tab", "go to the next thing that can be done"],
  ["Enter", "do it, or play the card"],
  ["Esc", "take back what was begun, such as a picked card; close what is open"],
  ["a", "go to what you are asked"],
  ["h", "go to your hand"],
  ["t", "say something"],
  ["n", "the next lesson of a guided match"],
  ["r", "the rules, at the passage of this phase"],
  ["l", "log"],
  ["p", "proofs"],
  ["s", "settings"],
  ["?", "these keys"],
];

/** @param {KeyboardEvent} event */
export function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const types = target.matches("input:not([type=checkbox]), select, textarea");
  if (event.key === "Escape") {
    if (types) target.blur();
    else if (!state.dialog) cancel();
    return;
  }
  if (types || state.dialog) return;
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (x !== 0 || y !== 0) {
    if (move(x, y)) event.preventDefault();
    return;
  }
  if (/^[1-9]$/.test(event.key)) {
    // A key that is held does not answer the next question too.
    if (!event.repeat) chooseListed(Number(event.key) - 1);
    return;
  }
  const act = LETTERS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

/** @type {Record<string, () => unknown>} */
const LETTERS = {
  "?": () => openDialog("help"),
  r: () => openDialog("rules", { at: phase() }),
  s: () => openDialog("settings"),
  l: () => panel("log"),
  p: () => panel("proofs"),
  t: () => { panel("chat"); document.getElementById("chat-line")?.focus(); },
  n: () => turnLesson(1),
  a: () => focus(".entry:not([aria-disabled])") || focus(".target:not([aria-disabled])") || focus(".piece.can"),
  h: () => focus(".own .lies-hand button"),
};

/** Goes to the first of these that is seen. Whether there is one. @param {string} selector */
function focus(selector) {
  const element = [...document.querySelectorAll(selector)].find((found) => found.getClientRects().length > 0);
  if (element instanceof HTMLElement) element.focus();
  return element !== undefined;
}

/** @param {string} name */
function panel(name) {
  state.panel = name;
  redraw();
}

function phase() {
  const now = state.snapshot?.state;
  return now?.screen === "match" ? now.board.phase : undefined;
}

/**
 * Goes to what lies nearest in a direction.
 * @param {number} x @param {number} y
 */
function move(x, y) {
  const here = document.activeElement;
  const all = [...document.querySelectorAll("main button, main a, main summary, aside button")]
    .filter((element) => element instanceof HTMLElement && element.getClientRects().length > 0);
  if (!(here instanceof HTMLElement) || !all.includes(here)) {
    return focus(".entry") || focus(".target");
  }
  const from = here.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const to = element.getBoundingClientRect();
    // From edge to edge along the way, from middle to middle across it.
    const along = x !== 0 ? x * (to.left + to.right - from.left - from.right) : y * (to.top + to.bottom - from.top - from.bottom);
    const across = x !== 0
      ? Math.max(0, to.top - from.bottom, from.top - to.bottom) * 4 + Math.abs(to.top + to.bottom - from.top - from.bottom)
      : Math.max(0, to.left - from.right, from.left - to.right) * 4 + Math.abs(to.left + to.right - from.left - from.right) / 4;
    if (element !== here && along > 4 && along + across * 2 < least) {
      least = along + across * 2;
      best = element;
    }
  }
  if (best instanceof HTMLElement) {
    best.focus();
    return true;
  }
  return false;
}
