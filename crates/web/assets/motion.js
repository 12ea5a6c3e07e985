// @ts-check
// Cards that lie elsewhere now are seen to go there, unless the person asked the system for no motion. What
// moves cannot be clicked.

const CALM = matchMedia("(prefers-reduced-motion: reduce)");

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
