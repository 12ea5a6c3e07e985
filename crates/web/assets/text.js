// @ts-check
// Texts that know which of their words are players and cards.

import { h } from "./dom.js";

/** The words alone. @param {Words} text */
export const plain = (text) => text.map((span) => (typeof span === "string" ? span : span.text)).join("");

/** Whether there is nothing to read. @param {Words|undefined} text */
export const isEmpty = (text) => !text || plain(text) === "";

/** The words, with players and cards marked. @param {Words} text */
export function marked(text) {
  return text.map((span) => {
    if (typeof span === "string") return span;
    if ("seat" in span) return h("b", { class: "who" }, span.text);
    return h("b", { class: "what", "data-face": span.face }, span.text);
  });
}

/** The seats that a text names. @param {Words} text */
export function seatsOf(text) {
  return text.flatMap((span) => (typeof span !== "string" && "seat" in span ? [span.seat] : []));
}

/** So many of something, in words. @param {number} count @param {string} one */
export const count = (count, one) => `${count} ${one}${Math.abs(count) === 1 ? "" : "s"}`;

/** How long ago, roughly. @param {number} seconds */
export function ago(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.round(seconds / 3600)} h`;
  return count(Math.round(seconds / 86400), "day");
}
