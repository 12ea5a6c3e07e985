// @ts-check
// What a guided match explains: one lesson at a time, and none is passed over because the game has gone on.

import { h } from "./dom.js";
import { redraw, sinceBegan, state } from "./state.js";

/** Before anything was explained. @type {typeof state.guide} */
const NONE = { match: "", lessons: [], at: 0, hints: [], earlier: 0 };

/**
 * Takes note of what is explained now. A lesson that was not read yet stays; advice is about one question alone.
 * @param {MatchView} match
 */
export function hearLessons(match) {
  const { guide } = state;
  const { lessons, at, hints, earlier } = guide.match === match.id ? guide : NONE;
  // Hints go when the person has chosen: what they had before their eyes then was read.
  const chosen = hints.some((hint) => !match.hints.includes(hint));
  const left = chosen ? lessons.slice(at + 1) : lessons;
  const old = chosen ? left.length : earlier;
  const told = new Set(sinceBegan().flatMap((event) => (event.kind === "notice" ? [event.text] : [])));
  const fresh = match.hints.filter((hint) => told.has(hint) && !lessons.includes(hint));
  // What is explained about the present question comes before what was not read earlier.
  const first = fresh.length > 0 && left.length === old ? old : chosen ? 0 : at;
  state.guide = { match: match.id, lessons: left.concat(fresh), at: first, hints: match.hints, earlier: old };
}

/** Goes to the next lesson, or to one before. @param {number} by */
export function turnLesson(by) {
  const { guide } = state;
  const at = Math.max(0, Math.min(guide.lessons.length - 1, guide.at + by));
  if (at === guide.at) return;
  state.guide = { ...guide, at };
  redraw();
}

/** All was read. */
function putAway() {
  state.guide = { ...state.guide, lessons: [], at: 0, earlier: 0 };
  redraw();
}

/** The lesson that is read, and what a bot would do. @param {MatchView} match */
export function drawGuide(match) {
  const { lessons, at } = state.guide.match === match.id ? state.guide : NONE;
  const lesson = lessons[at];
  const advice = match.hints.filter((hint) => !lessons.includes(hint));
  if (lesson === undefined && advice.length === 0) return null;
  const more = lessons.length - 1 - at;
  // What was explained about an earlier question goes when it was read.
  const old = lesson !== undefined && more === 0 && !match.hints.includes(lesson);
  return h("section", { key: "guide", class: "guide", "aria-label": "Guide" },
    h("div", { key: "text", class: "text", tabindex: 0, role: "group", "aria-label": "What is explained" },
      lesson !== undefined && h("p", { key: lesson }, lesson),
      advice.map((hint) => h("p", { key: hint, class: "advice" }, hint))),
    (lessons.length > 1 || old) && h("div", { key: "pages", class: "pages" },
      at > 0 && h("button", { key: "before", class: "quiet", onclick: () => turnLesson(-1) }, "Back"),
      lessons.length > 1 && h("span", { key: "where", class: "hint" }, `${at + 1} of ${lessons.length}`),
      more > 0 && h("button", { key: "next", class: "main", onclick: () => turnLesson(1) }, "Next", h("kbd", { "aria-hidden": "true" }, "n")),
      old && h("button", { key: "read", class: "main", onclick: putAway }, "Got it")));
}
