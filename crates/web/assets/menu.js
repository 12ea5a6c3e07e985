// @ts-check
// What the person is asked, and how they answer: by a button, a digit, or the card or the player it is about.

import { h } from "./dom.js";
import { hurry, want } from "./link.js";
import { redraw, shownMatch, state } from "./state.js";
import { marked, plain, seatsOf } from "./text.js";

/** From how many answers about several cards on these are picked one by one. */
const MANY = 9;

/** From how many letters on a question is written smaller, so that its answers are in sight. */
const LONG = 90;

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

/**
 * The entries that name a player, if it is no question any more which card they are about: there is one card, or one is picked.
 * @param {number} seat
 */
export function entriesAbout(seat) {
  const menu = currentMenu();
  if (!menu) return [];
  const entries = about(menu);
  const settled = new Set(entries.flatMap((entry) => entry.cards)).size < 2;
  const names = (/** @type {Entry} */ entry) => {
    const seats = new Set(seatsOf(entry.label));
    return (entry.cards.length === 0 || settled) && seats.size === 1 && seats.has(seat);
  };
  return entries.filter(names);
}

/** The entries that are given on the places of players, if any of them may be chosen. */
export function aimed() {
  const entries = new Set(shownMatch()?.players.flatMap((_, seat) => entriesAbout(seat)));
  return [...entries].some((entry) => entry.allowed) ? entries : new Set();
}

/** The question that was answered last, and when, in milliseconds. */
let answered = { match: "", step: -1, at: -Infinity };

/** So long the same question is not answered again: it is still shown until the node has heard the answer. */
const TWICE = 500;

/** The question that was seen when somebody began to click. */
let clicked = -1;

/** The second click of a double click was not meant for the question that came after the first. @param {MouseEvent} event */
export function oneQuestion(event) {
  const step = currentMenu()?.step ?? -1;
  if (event.detail < 2) clicked = step;
  else if (step !== clicked) event.stopPropagation();
}

/** Chooses an entry; what weighs asks once more, in place. @param {Entry} entry */
export function choose(entry) {
  const menu = currentMenu();
  const match = shownMatch()?.id ?? "";
  if (!menu || (answered.match === match && answered.step === menu.step && performance.now() - answered.at < TWICE)) return;
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
  answered = { match, step: menu.step, at: performance.now() };
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
  // Only where the card can mean one thing: whoever wants to play it does not want it thrown away because it cannot be played.
  const plain = about.length === 1 || (about.length > 0 && about.every((entry) => !entry.allowed));
  if (!picksCards(menu) && plain && about.every((entry) => entry.cards.length === 1)) {
    choose(about[0]);
    return;
  }
  const cards = picked(menu);
  const others = picksCards(menu) ? cards.filter((other) => other !== card) : [];
  state.picked = { step: menu.step, cards: cards.includes(card) ? others : [...others, card] };
  redraw();
}

/** Takes back what was begun here, or else what was chosen just before, if the question has a way back. */
export function cancel() {
  const had = state.confirming !== null || state.picked.cards.length > 0 || state.notice !== "";
  const back = currentMenu()?.entries.find((entry) => entry.back && entry.allowed);
  state.confirming = null;
  state.picked = { step: -1, cards: [] };
  state.notice = "";
  if (had) redraw();
  else if (state.lately.held) goOn();
  else if (back) choose(back);
}

/** What was just decided has been seen: it goes on. */
export function goOn() {
  state.lately = { ...state.lately, held: false, open: false };
  redraw();
  hurry();
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
  const narrowed = menu !== null && !picksCards(menu) && listed(menu).length < menu.entries.length;
  return h("section", { key: "menu", class: `menu${menu ? " asked" : ""}${narrowed ? " narrowed" : ""}`, "data-step": menu?.step, "aria-labelledby": "prompt" },
    h("h2", { id: "prompt", key: "prompt", tabindex: -1, class: menu && plain(menu.title).length > LONG ? "long" : undefined },
      menu ? marked(menu.title) : match.waiting || "Wait for the others."),
    (menu ? menu.window : match.window) && drawWindow(match),
    menu && h("ol", { key: "entries", class: "entries" }, drawEntries(menu)),
    menu && !narrowed && !picksCards(menu) && choosesAmongHand(menu) && h("p", { key: "tap", class: "hint tap" }, "Tap a card of your hand."),
    menu && picksCards(menu) && h("p", { key: "pick", class: "hint" }, "Pick cards by clicking them."),
    narrowed && h("button", { key: "all", class: "other", onclick: cancel }, h("kbd", { "aria-hidden": "true" }, "Esc"), "Choose a different card"),
    match.wants_aside !== null && match.wants_aside !== undefined && h("label", { key: "aside", class: "hint" },
      h("input", { type: "checkbox", checked: match.wants_aside, onchange: wantAside }),
      " Ask me about what is offered by the way"));
}

/** @param {Event} event */
function wantAside(event) {
  want({ do: "want-aside", wanted: /** @type {HTMLInputElement} */ (event.target).checked });
}

/** The longest time that was left in the window of a step, so that its clock is seen to run. */
let longest = { step: -1, ms: 1 };

/** What is waited for while people may react, and how long. @param {MatchView} match */
function drawWindow(match) {
  const left = match.window_left_ms ?? null;
  const words = match.menu
    ? (left === null ? "Everybody who might react is asked." : "Everybody who might react is asked, and nobody is waited for once the time is over.")
    : left === null ? "It goes on when everybody has answered."
      : left > 0 ? "You have nothing to do. Everybody has this time, so that nobody can tell who could react."
        : "The time is over; the answers are on their way.";
  if (left === null) return h("p", { key: "window", class: "window" }, words);
  if (longest.step !== match.step) longest = { step: match.step, ms: Math.max(left, 1) };
  return h("p", { key: "window", class: "window" },
    h("span", { key: "clock", class: "clock", role: "timer" }, `⏱ ${Math.ceil(left / 1000)} s left`),
    h("progress", { key: "bar", "aria-hidden": "true", max: longest.ms, value: left }),
    h("span", { key: "words" }, words));
}

/** What may be chosen, and then what may not, with each reason said once. @param {Menu} menu */
function drawEntries(menu) {
  let said = "";
  const places = aimed();
  return [listed(menu).flatMap((entry, at) => {
    const why = entry.allowed ? "" : `Not now: ${entry.reason ?? "the rules do not allow it"}`;
    const first = why !== "" && why !== said;
    said = why;
    const place = places.has(entry) ? " on-seat" : "";
    return [first && h("li", { key: `why-${why}`, class: `reason${entry.cards.length > 0 ? " on-cards" : ""}${place}` }, why), drawEntry(menu, entry, at, place)];
  }), places.size > 0 && h("li", { key: "aim", class: "hint aim-hint" }, "Choose on a player’s place.")];
}

/** @param {Menu} menu @param {Entry} entry @param {number} at @param {string} place whether the player whom it names has it too */
function drawEntry(menu, entry, at, place) {
  const again = asksAgain(menu, entry);
  // Where there is little room, the card itself is the button until it is picked.
  const inHand = !again && entry.cards.length === 1 && choosesAmongHand(menu) && handCards().has(entry.cards[0]) && !picked(menu).includes(entry.cards[0]);
  return h("li", { key: `${menu.step}-${entry.entry}`, class: `${inHand ? "in-hand" : ""}${place}` },
    h("button", {
      class: `entry${entry.cards.length > 0 ? " on-card" : ""}${again ? " again" : ""}${entry.pass ? " pass" : ""}`,
      "aria-disabled": entry.allowed ? undefined : "true",
      "data-entry": entry.entry,
      onclick: () => choose(entry),
    },
      at < 9 && h("kbd", { "aria-hidden": "true" }, at + 1),
      entry.back && h("kbd", { "aria-hidden": "true" }, "Esc"),
      h("span", { class: "words" }, again ? `Sure? Once more to do it: ${called(menu, entry)}` : called(menu, entry)),
      !entry.allowed && h("span", { class: "unseen" }, `. Not now: ${entry.reason ?? "the rules do not allow it"}`)));
}

/** Whether the question names the one card that all answers are about, so that they need not. @param {Menu} menu */
function namesCard(menu) {
  const cards = new Set(menu.entries.flatMap((entry) => entry.cards));
  return cards.size === 1 && menu.title.some((span) => typeof span !== "string" && "face" in span);
}

/** What an answer is called. @param {Menu} menu @param {Entry} entry */
const called = (menu, entry) => (namesCard(menu) ? plain(entry.label).replace(/:\s*$/, "") : entry.words) || plain(entry.label);

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
