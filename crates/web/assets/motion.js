// @ts-check
// Cards that lie elsewhere now are seen to go there, unless the person asked the system for no motion. What
// moves cannot be clicked.

import { back } from "./cards.js";
import { h, render } from "./dom.js";
import { shownMatch } from "./state.js";

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
/** How many shuffles and layers may wait to be shown: whoever is behind sees the newest. */
const WAITING = 10;
/** How long one is shown, in milliseconds. */
const PACE = 260;

/** Where the cards lie. @returns {Map<string, DOMRect>} */
export function places() {
  /** @type {Map<string, DOMRect>} */
  const places = new Map();
  if (CALM.matches) return places;
  for (const piece of document.querySelectorAll(".piece[data-card]")) {
    if (piece instanceof HTMLElement) places.set(piece.dataset.card ?? "", piece.getBoundingClientRect());
  }
  return places;
}

/** Lets the cards come from where they lay. @param {Map<string, DOMRect>} before */
export function moveFrom(before) {
  if (CALM.matches || before.size === 0) return;
  for (const piece of document.querySelectorAll(".piece[data-card]")) {
    if (!(piece instanceof HTMLElement)) continue;
    const from = before.get(piece.dataset.card ?? "");
    const to = piece.getBoundingClientRect();
    if (!from || (Math.abs(from.x - to.x) < 8 && Math.abs(from.y - to.y) < 8)) continue;
    piece.classList.add("moving");
    const way = piece.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }],
      { duration: 260, easing: "ease-out" },
    );
    way.finished.finally(() => piece.classList.remove("moving"));
  }
}

/** What is still to be shown, in the order in which it was checked. @type {{seat: number, shuffled: boolean}[]} */
let waiting = [];
let showing = false;

/**
 * Shows each seat's turn at the deck, and each layer that comes off the cards, as the proofs of them are checked.
 * @param {SeatEvent[]} events
 */
export function showProofs(events) {
  if (CALM.matches || document.hidden) return;
  const fresh = events.flatMap((event) => (event.kind === "proven" && (event.shuffled ?? event.opened ?? 0) > 1
    ? [{ seat: event.seat, shuffled: event.shuffled !== null }] : []));
  waiting = waiting.concat(fresh).slice(-WAITING);
  if (!showing && waiting.length > 0) showNext();
}

async function showNext() {
  showing = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) await fly(next.seat, next.shuffled);
  showing = false;
}

/** A small stack of cards goes to a seat and back, or a layer leaves it. @param {number} seat @param {boolean} shuffled */
async function fly(seat, shuffled) {
  const own = shownMatch()?.me === seat;
  const place = document.querySelector(own ? ".own" : `[data-seat="${seat}"]`)?.getBoundingClientRect();
  const middle = document.querySelector(".middle")?.getBoundingClientRect();
  if (!place || !middle) return;
  const stack = document.createElement("div");
  stack.className = `flying${shuffled ? "" : " layer"}`;
  stack.setAttribute("aria-hidden", "true");
  render(stack, (shuffled ? [0, 1, 2] : [0]).map((at) => h("span", { key: at }, back())));
  document.body.append(stack);
  const at = (/** @type {DOMRect} */ box, turn = 0) => `translate(${box.left + box.width / 2 - 20}px, ${box.top + box.height / 2 - 28}px) rotate(${turn}deg)`;
  const way = shuffled
    ? [{ transform: at(middle) }, { transform: at(place, 14), offset: 0.45 }, { transform: at(place, -14), offset: 0.6 }, { transform: at(middle) }]
    : [{ transform: at(middle), opacity: 0.9 }, { transform: at(place), opacity: 0 }];
  await stack.animate(way, { duration: shuffled ? PACE * 2 : PACE, easing: "ease-in-out" }).finished.catch(() => {});
  stack.remove();
}
