// @ts-check
// What the person is asked, and how they answer: by a button, a digit, or the card or the player it is about.

import { h } from "./dom.js";
import { want } from "./link.js";
import { redraw, shownMatch, state } from "./state.js";
import { marked, plain, seatsOf } from "./text.js";

/** From how many answers about several cards on these are picked one by one. */
const MANY = 9;

/** The menu that can be answered now. @returns {Menu|null} */
export function currentMenu() {
  const now = state.snapshot?.state;
  return now?.screen === "match" ? now.menu : null;
}

/** Whether cards are picked one by one. @param {Menu} menu */
export function picksCards(menu) {
  return menu.entries.filter((entry) => entry.cards.length > 1).length >= MANY;
}

/** The cards that are picked for this menu. @param {Menu} menu */
const picked = (menu) => (state.picked.step === menu.step ? state.picked.cards : []);

/** The entries that are listed: all, or those about what is picked. @param {Menu} menu */
export function listed(menu) {
  return order(about(menu));
}

/** Those that may be chosen first. @param {Entry[]} entries */
const order = (entries) => [...entries.filter((entry) => entry.allowed), ...entries.filter((entry) => !entry.allowed)];

/** @param {Menu} menu */
function about(menu) {
  const cards = picked(menu);
  if (picksCards(menu)) {
    const same = (/** @type {Entry} */ entry) =>
      entry.cards.length === cards.length && entry.cards.every((card) => cards.includes(card));
    return menu.entries.filter((entry) => entry.cards.length < 2 || same(entry));
  }
  const found = menu.entries.filter((entry) => cards.some((card) => entry.cards.includes(card)));
  return found.length > 0 ? found : menu.entries;
}

/** The entries about a card. @param {number} card */
export function entriesOf(card) {
  return currentMenu()?.entries.filter((entry) => entry.cards.includes(card)) ?? [];
}

/** The entries that name a player, if it is no question any more which card they are about. @param {number} seat */
export function entriesAbout(seat) {
  const menu = currentMenu();
  const settled = new Set(menu?.entries.flatMap((entry) => entry.cards)).size < 2;
  const names = (/** @type {Entry} */ entry) => {
    const seats = new Set(seatsOf(entry.label));
    return (entry.cards.length === 0 || settled) && seats.size === 1 && seats.has(seat);
  };
  return menu?.entries.filter(names) ?? [];
}

/** Chooses an entry; what weighs asks once more, in place. @param {Entry} entry */
export function choose(entry) {
  const menu = currentMenu();
  if (!menu) return;
  if (!entry.allowed) {
    state.notice = entry.reason ?? "That is not allowed now.";
    redraw();
    return;
  }
  const sure = state.confirming?.step === menu.step && state.confirming.entry === entry.entry;
  if (entry.heavy && !sure) {
    state.confirming = { step: menu.step, entry: entry.entry };
    redraw();
    return;
  }
  state.confirming = null;
  state.notice = "";
  want({ do: "choose", step: menu.step, entry: entry.entry });
}

/** Whether this entry waits for a second word. @param {Menu} menu @param {Entry} entry */
export const asksAgain = (menu, entry) =>
  state.confirming?.step === menu.step && state.confirming.entry === entry.entry;

/** A click on a card that answers something. @param {number} card */
export function clickCard(card) {
  const menu = currentMenu();
  if (!menu) return;
  const about = entriesOf(card);
  const allowed = about.filter((entry) => entry.allowed);
  if (!picksCards(menu) && about.length > 0 && allowed.length <= 1 && about.every((entry) => entry.cards.length === 1)) {
    choose(allowed[0] ?? about[0]);
    return;
  }
  const cards = picked(menu);
  const others = picksCards(menu) ? cards.filter((other) => other !== card) : [];
  state.picked = { step: menu.step, cards: cards.includes(card) ? others : [...others, card] };
  redraw();
}

/** Takes back what was begun. Whether there was anything. */
export function cancel() {
  const had = state.confirming !== null || state.picked.cards.length > 0 || state.notice !== "";
  state.confirming = null;
  state.picked = { step: -1, cards: [] };
  state.notice = "";
  if (had) redraw();
  return had;
}

/** The cards of the own hand. */
function handCards() {
  const match = shownMatch();
  const piles = match?.board.seats[match.me ?? -1]?.piles ?? [];
  return new Set(piles.filter((pile) => pile.layout === "hand").flatMap((pile) => pile.cards.flatMap((laid) => laid.card ?? [])));
}

/** Whether several cards of the hand are what is asked about. @param {Menu} menu */
function choosesAmongHand(menu) {
  const hand = handCards();
  return new Set(menu.entries.flatMap((entry) => (entry.cards.length === 1 && hand.has(entry.cards[0]) ? entry.cards : []))).size > 1;
}

/** Why a card cannot be played, or how. @param {number} card */
export function standing(card) {
  const about = entriesOf(card);
  const allowed = about.some((entry) => entry.allowed);
  const chosen = (currentMenu() && state.picked.step === currentMenu()?.step && state.picked.cards.includes(card)) || false;
  return { asked: about.length > 0, allowed, chosen, reason: allowed ? null : about.find((entry) => entry.reason)?.reason ?? null };
}

/** The menu as it is drawn. @param {MatchView} match */
export function drawMenu(match) {
  const menu = match.menu;
  return h("section", { key: "menu", class: menu ? "menu asked" : "menu", "data-step": menu?.step, "aria-labelledby": "prompt" },
    h("h2", { id: "prompt", key: "prompt", tabindex: -1 },
      menu ? marked(menu.title) : match.waiting || "Wait for the others."),
    menu?.window && h("p", { key: "window", class: "window" }, "Everybody who might react is asked. ", clock(match)),
    menu && h("ol", { key: "entries", class: "entries" }, drawEntries(menu)),
    menu && !picksCards(menu) && choosesAmongHand(menu) && h("p", { key: "tap", class: "hint tap" }, "Tap a card of your hand."),
    menu && picksCards(menu) && h("p", { key: "pick", class: "hint" }, "Pick cards by clicking them."),
    menu && !picksCards(menu) && listed(menu).length < menu.entries.length
      && h("button", { key: "all", class: "quiet", onclick: cancel }, "All answers"),
    match.wants_aside !== null && match.wants_aside !== undefined && h("label", { key: "aside", class: "hint" },
      h("input", { type: "checkbox", checked: match.wants_aside, onchange: wantAside }),
      " Ask me about what is offered by the way"));
}

/** What a guided match explains now. @param {MatchView} match */
export function drawGuide(match) {
  return match.hints.length > 0 && h("section", { key: "guide", class: "guide", tabindex: 0, "aria-label": "Guide" },
    match.hints.map((hint, at) => h("p", { key: hint, class: at + 2 < match.hints.length ? "earlier" : "" }, hint)));
}

/** @param {Event} event */
function wantAside(event) {
  want({ do: "want-aside", wanted: /** @type {HTMLInputElement} */ (event.target).checked });
}

/** How long a window stays open. @param {MatchView} match */
function clock(match) {
  if (match.window_left_ms === null || match.window_left_ms === undefined) return null;
  return h("span", { class: "clock", role: "timer" }, `${Math.ceil(match.window_left_ms / 1000)} s left`);
}

/** What may be chosen, and then what may not, with each reason said once. @param {Menu} menu */
function drawEntries(menu) {
  let said = "";
  return listed(menu).flatMap((entry, at) => {
    const why = entry.allowed ? "" : `Not now: ${entry.reason ?? "the rules do not allow it"}`;
    const first = why !== "" && why !== said;
    said = why;
    return [first && h("li", { key: `why-${why}`, class: `reason${entry.cards.length > 0 ? " on-cards" : ""}` }, why), drawEntry(menu, entry, at)];
  });
}

/** @param {Menu} menu @param {Entry} entry @param {number} at */
function drawEntry(menu, entry, at) {
  const again = asksAgain(menu, entry);
  // Where there is little room, the card itself is the button until it is picked.
  const inHand = !again && entry.cards.length === 1 && choosesAmongHand(menu) && handCards().has(entry.cards[0]) && !picked(menu).includes(entry.cards[0]);
  return h("li", { key: `${menu.step}-${entry.entry}`, class: inHand ? "in-hand" : undefined },
    h("button", {
      class: `entry${entry.cards.length > 0 ? " on-card" : ""}${again ? " again" : ""}${entry.pass ? " pass" : ""}`,
      "aria-disabled": entry.allowed ? undefined : "true",
      "data-entry": entry.entry,
      onclick: () => choose(entry),
    },
      at < 9 && h("kbd", { "aria-hidden": "true" }, at + 1),
      h("span", { class: "words" }, again ? `Sure? Once more to do it: ${entry.words}` : entry.words || plain(entry.label)),
      !entry.allowed && h("span", { class: "unseen" }, `. Not now: ${entry.reason ?? "the rules do not allow it"}`)));
}

/** Chooses the entry with this place in the list. @param {number} at */
export function chooseListed(at) {
  const menu = currentMenu();
  const entry = menu && listed(menu)[at];
  if (!entry) return;
  const button = document.querySelector(`.entry[data-entry="${entry.entry}"]`);
  if (button instanceof HTMLElement) button.focus();
  choose(entry);
}

/** Whether the person is asked now. */
export const isAsked = () => Boolean(currentMenu() && shownMatch());
