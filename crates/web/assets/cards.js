// @ts-check
// A card from what its game says is drawn on it. Nothing here knows a game.

import { h } from "./dom.js";
import { hasSymbol } from "./symbols.js";

/** @typedef {import("./dom.js").Node} Node */

/** What a number is shown by as often as it says. */
const SUITS = new Set(["heart", "club", "diamond", "spade", "knife"]);

/** Where the pips of a number lie, on a field of 100 by 140. @type {Record<number, [number, number][]>} */
const PIPS = (() => {
  const [l, m, r] = [34, 57, 80];
  /** @type {(ys: number[]) => [number, number][]} */
  const sides = (ys) => ys.flatMap((y) => /** @type {[number, number][]} */ ([[l, y], [r, y]]));
  return {
    2: [[m, 44], [m, 100]],
    3: [[m, 38], [m, 72], [m, 106]],
    4: sides([44, 100]),
    5: [...sides([44, 100]), [m, 72]],
    6: sides([38, 72, 106]),
    7: [...sides([38, 72, 106]), [m, 55]],
    8: [...sides([38, 72, 106]), [m, 55], [m, 89]],
    9: [...sides([34, 60, 86, 112]), [m, 73]],
    10: [...sides([34, 60, 86, 112]), [m, 47], [m, 99]],
  };
})();

/**
 * A symbol at a place.
 * @param {string} name @param {number} x @param {number} y @param {number} size
 */
function mark(name, x, y, size) {
  return h("use", { href: `#symbol-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
}

/**
 * A small symbol in a line of text.
 * @param {string} name
 */
export function icon(name) {
  if (!hasSymbol(name)) return null;
  return h("svg", { class: `icon of-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, mark(name, 12, 12, 24));
}

/** The back that all cards share. */
export function back() {
  return h("svg", { class: "card back", viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("rect", { class: "edge", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    h("rect", { class: "weave", x: 8, y: 8, width: 84, height: 124, rx: 5 }),
    h("path", { class: "lines", d: "M8 40 50 8 92 40M8 70 50 38 92 70M8 100 50 68 92 100M8 130 50 98 92 130M8 10 50 42 92 10M8 40 50 72 92 40M8 70 50 102 92 70M8 100 50 132 92 100" }));
}

/** An empty place. */
export function empty() {
  return h("svg", { class: "card empty", viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("rect", { x: 3, y: 3, width: 94, height: 134, rx: 9 }));
}

/**
 * The face of a card.
 * @param {Face|undefined} face as in the game's catalogue
 */
export function front(face) {
  if (!face) return empty();
  const { art } = face;
  const drawn = hasSymbol(art.symbol) || hasSymbol(art.picture);
  return h("svg", { class: `card front tint-${face.tint} of-${art.symbol || "none"}`, viewBox: "0 0 100 140", "aria-hidden": "true" },
    h("rect", { class: "edge", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    corner(art),
    drawn ? middle(art) : h("text", { class: "short", x: 50, y: 74, "font-size": fit(face.short, 34, 88) }, face.short),
    rows(face),
    title(face));
}

/** @param {Art} art */
function corner(art) {
  const symbol = hasSymbol(art.symbol) ? art.symbol : null;
  const below = art.index ? 44 : 20;
  // A symbol that is the picture as well needs no second place.
  const small = symbol && (art.index || hasSymbol(art.picture)) && !(art.index && !hasSymbol(art.picture) && art.rows.length > 0);
  return [
    art.index && h("text", { key: "index", class: "index", x: 17, y: 29, "font-size": art.index.length > 1 ? 21 : 30 }, art.index),
    small && mark(symbol, 17, below, 22),
  ];
}

/** @param {Art} art */
function middle(art) {
  const low = art.rows.length > 0;
  const many = art.rows.length > 2;
  const y = many ? 46 : low ? 54 : 72;
  const size = many ? 38 : low ? 48 : art.index ? 62 : 74;
  if (hasSymbol(art.picture)) return mark(art.picture, art.index ? 57 : 50, art.index ? y : y - 6, size);
  const pips = pipsOf(art);
  if (pips) return pips.map(([x, py]) => mark(art.symbol, x, py, 21));
  return mark(art.symbol, art.index ? 57 : 50, art.index ? y : y - 6, size);
}

/** Where the pips of a card lie; nowhere for one that is no number of a suit. @param {Art} art */
const pipsOf = (art) => (SUITS.has(art.symbol) && art.rows.length === 0 && !hasSymbol(art.picture) ? PIPS[Number(art.index)] : undefined);

/** Rows of small symbols in the lower half, between the picture and the name. @param {Face} face */
function rows({ art, name }) {
  const top = art.rows.length > 2 ? 66 : 75;
  const end = lines(name)[1] === "" ? 115 : 108;
  const size = Math.min(20, (end - top + 1) / art.rows.length - 1);
  return art.rows.map((row, at) => {
    const symbols = row.flatMap(([name, count]) => Array.from({ length: count }, () => name)).filter(hasSymbol);
    const step = Math.min(size + 2, 88 / Math.max(symbols.length, 1));
    const y = (top + end) / 2 + (at - (art.rows.length - 1) / 2) * (size + 1);
    const left = 50 - (step * (symbols.length - 1)) / 2;
    return h("g", { class: "row" }, symbols.map((name, i) =>
      h("use", { class: `of-${name}`, href: `#symbol-${name}`, x: left + i * step - size / 2, y: y - size / 2, width: size, height: size })));
  });
}

/** The name below, in one line or two. @param {Face} face */
function title(face) {
  // Pips leave room for one line.
  const [one, two] = pipsOf(face.art) ? [face.name, ""] : lines(face.name);
  const size = Math.min(fit(one, 14, 90), fit(two, 14, 90));
  return [
    h("text", { class: "name", x: 50, y: two ? 120 : 130, "font-size": size }, one),
    two && h("text", { class: "name", x: 50, y: 133, "font-size": size }, two),
  ];
}

/** A name in one line, or in two of about the same length. @param {string} name @returns {[string, string]} */
function lines(name) {
  if (name.length <= 11) return [name, ""];
  const spaces = [...name.matchAll(/ /g)].map((found) => found.index);
  if (spaces.length === 0) return [name, ""];
  const middle = name.length / 2;
  const at = spaces.reduce((best, space) => (Math.abs(space - middle) < Math.abs(best - middle) ? space : best));
  return [name.slice(0, at), name.slice(at + 1)];
}

/** The size at which a text is no wider than this. @param {string} text @param {number} most @param {number} width */
function fit(text, most, width) {
  return Math.min(most, width / (Math.max(text.length, 1) * 0.6));
}
