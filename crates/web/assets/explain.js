// @ts-check
// Every card in sight explains itself: on focus, under the pointer, and under a finger that stays.

import { byId, h, render } from "./dom.js";
import { faceOf } from "./state.js";

/** The card that is explained. @type {HTMLElement | null} */
let explained = null;

/** @param {Event} event */
export function explain(event) {
  const piece = /** @type {Element} */ (event.target).closest?.("[data-face]");
  if (!(piece instanceof HTMLElement)) return;
  const face = faceOf(Number(piece.dataset.face));
  if (!face) return;
  explained = piece;
  const box = byId("explain");
  render(box, h("b", {}, face.name), face.help && h("p", {}, face.help), piece.dataset.why && h("p", { class: "reason" }, `Not now: ${piece.dataset.why}`));
  piece.setAttribute("aria-describedby", "explain");
  box.classList.add("open");
  place(box, piece);
}

/** @param {HTMLElement} box @param {HTMLElement} piece */
function place(box, piece) {
  const at = piece.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(4, Math.min(innerWidth - width - 4, at.left + at.width / 2 - width / 2));
  const above = at.top - height - 8;
  box.style.left = `${left}px`;
  box.style.top = `${above > 4 ? above : Math.min(innerHeight - height - 4, at.bottom + 8)}px`;
}

/** How long a finger stays on a card to ask what it is, in milliseconds. */
const LONG = 450;

/** When a finger came down on a card. */
let pressed = Infinity;

/** @param {PointerEvent} event */
export function press(event) {
  const asks = event.pointerType === "touch" && /** @type {Element} */ (event.target).closest?.("[data-face]");
  pressed = asks ? event.timeStamp : Infinity;
}

/** A finger that stayed has asked what the card is, and plays nothing. @param {Event} event */
export function release(event) {
  if (event.timeStamp - pressed < LONG) return;
  event.preventDefault();
  if (event.type === "click") event.stopPropagation();
}

/** @param {Event} event */
export function hideExplanation(event) {
  const piece = /** @type {Element} */ (event.target).closest?.("[data-face]");
  if (!piece) return;
  piece.removeAttribute("aria-describedby");
  byId("explain").classList.remove("open");
}

/** After the table was drawn anew: the explanation goes with its card, and moves with it. */
export function keepExplanation() {
  const box = byId("explain");
  if (!explained || !box.classList.contains("open")) return;
  if (explained.isConnected) place(box, explained);
  else box.classList.remove("open");
}
