// @ts-check
// The application: hears what the node shows, and draws it.

import { byId, h, render } from "./dom.js";
import { closeDialog, drawDialog, drawNotice } from "./dialogs.js";
import { drawEnd, drawReplay, followAddress } from "./end.js";
import { drawGuide, hearLessons } from "./guide.js";
import { drawHome } from "./home.js";
import { onKey } from "./keys.js";
import { listen, loadCatalogue, want } from "./link.js";
import { announce, callPerson } from "./live.js";
import { drawLobby } from "./lobby.js";
import { clickCard, drawMenu, oneQuestion } from "./menu.js";
import { moveFrom, places, showProofs } from "./motion.js";
import { drawSide, lastProof } from "./side.js";
import { onChange, openDialog, redraw, shownMatch, state } from "./state.js";
import { defineSymbols } from "./symbols.js";
import { drawOwn, drawTable } from "./table.js";
import { explain, hideExplanation, keepExplanation, press, release } from "./explain.js";

/** How many events a page keeps. */
const KEPT = 4000;

/** Starts the page. @param {string} key what shows the node that this is its own page */
export function run(key) {
  document.body.replaceChildren(defineSymbols());
  const parts = [["header", "top"], ["main", "main"], ["aside", "side"], ["dialog", "dialog"], ["div", "explain"], ["div", "polite"], ["div", "assertive"]];
  for (const [tag, id] of parts) {
    const element = document.createElement(tag);
    element.id = id;
    document.body.append(element);
  }
  byId("main").tabIndex = -1;
  byId("side").setAttribute("aria-label", "Log, chat and proofs");
  byId("polite").setAttribute("aria-live", "polite");
  byId("assertive").setAttribute("aria-live", "assertive");
  byId("explain").setAttribute("role", "tooltip");
  byId("dialog").addEventListener("cancel", (event) => { event.preventDefault(); closeDialog(); });
  document.addEventListener("keydown", onKey);
  document.addEventListener("keydown", releaseLately);
  for (const type of ["focusin", "pointerover"]) document.addEventListener(type, explain);
  for (const type of ["focusout", "pointerout"]) document.addEventListener(type, hideExplanation);
  document.addEventListener("pointerdown", press);
  for (const type of ["click", "contextmenu"]) document.addEventListener(type, release, true);
  document.addEventListener("click", oneQuestion, true);
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("resize", () => { noticeAll(); measure(); showEnds(); });
  document.addEventListener("scroll", follow, true);
  const middle = byId("main");
  middle.addEventListener("dragover", (event) => event.preventDefault());
  middle.addEventListener("drop", (event) => {
    event.preventDefault();
    const card = event.dataTransfer?.getData("text/plain");
    const to = /** @type {Element} */ (event.target);
    if (card && !to.closest(".lies-hand")) clickCard(Number(card));
  });
  onChange(draw);
  listen(key, hear);
  setInterval(tick, 1000);
}

/** @param {Message} message */
async function hear(message) {
  const first = state.snapshot === null;
  const before = state.snapshot?.state;
  state.snapshot = message.snapshot;
  state.events = (message.fresh ? [] : state.events).concat(message.events).slice(-KEPT);
  const now = message.snapshot.state;
  await loadCatalogue(shownMatch()?.game ?? (now.screen === "lobby" ? now.terms.game : ""));
  if (before?.screen !== message.snapshot.state.screen) {
    state.dialog = null;
    state.notice = "";
    // The step of an address is one of this match.
    if (before?.screen === "replay") history.replaceState(null, "", "/");
  }
  holdLately(first);
  if (now.screen === "match") hearLessons(now);
  redraw();
  if (!first) {
    announce(message.events);
    showProofs(message.events);
  }
  callPerson();
  // Later the person goes where they like.
  if (before?.screen !== message.snapshot.state.screen) {
    if (before) scrollTo(0, 0);
    followAddress();
  }
}

/** What was just decided stays for a while. @param {boolean} first whether the page was just opened */
function holdLately(first) {
  const lately = shownMatch()?.board.lately;
  const text = lately ? JSON.stringify(lately) : "";
  if (text === state.lately.text) return;
  const holds = text !== "" && !first && state.snapshot?.state.screen === "match";
  state.lately = { text, held: holds, open: false };
  const time = state.snapshot?.settings.linger_ms ?? 0;
  if (!holds || time === 0) return;
  setTimeout(() => {
    if (state.lately.text !== text || !state.lately.held) return;
    state.lately = { ...state.lately, held: false };
    redraw();
  }, time);
}

/** Without a set time it stays until a key. @param {KeyboardEvent} event */
function releaseLately(event) {
  if (!state.lately.held || state.snapshot?.settings.linger_ms !== 0 || event.key === "Tab") return;
  state.lately = { ...state.lately, held: false };
  redraw();
}

/** The clock of a window and the time that somebody is away go on between messages. */
function tick() {
  const match = shownMatch();
  if (!match) return;
  const left = match.window_left_ms;
  if (left !== null && left !== undefined) match.window_left_ms = Math.max(0, left - 1000);
  for (const player of match.players) if (player.away_s !== null && player.away_s !== undefined) player.away_s += 1;
  if (left !== undefined && left !== null || match.players.some((player) => player.away_s !== null)) redraw();
}

function draw() {
  const { snapshot } = state;
  if (!snapshot) {
    render(byId("main"), drawNotices());
    return;
  }
  noticeAll();
  dress(snapshot.settings);
  const before = places();
  const focused = document.activeElement;
  document.body.dataset.screen = snapshot.state.screen;
  render(byId("top"), drawTop(snapshot));
  render(byId("main"), drawNotices(), drawScreen(snapshot));
  render(byId("side"), drawSide());
  byId("side").hidden = snapshot.state.screen === "home";
  showEnds();
  drawDialog();
  // What had the focus may be over; the focus is then where the next thing is said.
  if (focused && focused !== document.body && !focused.isConnected && !state.dialog) {
    (document.getElementById("prompt") ?? byId("main")).focus({ preventScroll: true });
  }
  moveFrom(before);
  keepExplanation();
}

/** Lists whose last line matters most. */
const LISTS = "#side .log:not(.newest-first)";

/** Lists that were scrolled away from their end. @type {WeakSet<Element>} */
const left = new WeakSet();

/** How lists lay when that was last looked at. @typedef {{top: number, end: number, height: number}} Lay */

/** @type {WeakMap<Element, Lay>} */
const lay = new WeakMap();

/** This near to its end a list is at its end, in pixels. */
const NEAR = 30;

/** @param {Element} list @returns {Lay} */
const layOf = (list) => ({ top: list.scrollTop, end: list.scrollHeight - list.clientHeight, height: list.clientHeight });

/** A list whose end is in sight is followed, until one scrolls away from it. @param {Event} event */
function follow({ target }) {
  if (target instanceof Element && target.matches(LISTS)) notice(target);
}

/**
 * Notes whether one has scrolled. What lies elsewhere in a list of another size was moved by the browser.
 * @param {Element} list
 */
function notice(list) {
  const before = lay.get(list);
  const now = layOf(list);
  lay.set(list, now);
  if (!before || now.end !== before.end || now.height !== before.height) return;
  if (now.top > now.end - NEAR) left.delete(list);
  else if (now.top !== before.top) left.add(list);
}

/** The browser tells only later that one has scrolled: it is noted before anything changes. */
const noticeAll = () => document.querySelectorAll(LISTS).forEach(notice);

/** Lists that are followed show their end, also when lines are added or the window changes. */
function showEnds() {
  for (const list of document.querySelectorAll(LISTS)) {
    const follows = !left.has(list);
    // Where the first lines go, a browser keeps the others in their place, and so the end out of sight.
    /** @type {HTMLElement} */ (list).style.overflowAnchor = follows ? "none" : "";
    if (follows) list.scrollTop = list.scrollHeight;
    lay.set(list, layOf(list));
  }
}

/** @param {Settings} settings */
function dress(settings) {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.suits = settings.four_colours ? "four" : "two";
  root.style.fontSize = `${settings.text_percent}%`;
  measure();
}

/**
 * Says how much room there is, as the style sheet knows it: in pixels of text of the usual size. A phone's `innerWidth`
 * grows with what is drawn too wide before it was measured.
 */
function measure() {
  const root = document.documentElement;
  const text = parseFloat(getComputedStyle(root).fontSize) / 16;
  const [width, height] = [root.clientWidth / text, root.clientHeight / text];
  const room = { narrow: width <= 900, wide: width >= 1100, vast: width >= 1700, tall: height >= 600, towering: height >= 900 };
  for (const [name, there] of Object.entries(room)) root.classList.toggle(name, there);
}

/** @param {Snapshot} snapshot */
function drawTop(snapshot) {
  const match = shownMatch();
  const playing = snapshot.state.screen === "match";
  const phase = match?.board.phase;
  return [
    h("p", { key: "title", class: "brand" }, match ? match.game_name : "nodealer", match && h("span", { class: "hint" }, ` ${match.id}`)),
    playing && lastProof(),
    h("nav", { key: "nav", "aria-label": "Page" },
      match && h("button", { key: "rules", class: "quiet", onclick: () => openDialog("rules", { at: phase }) }, "Rules"),
      h("button", { key: "settings", class: "quiet", onclick: () => openDialog("settings") }, "Settings"),
      h("button", { key: "help", class: "quiet keys", onclick: () => openDialog("help") }, "Keys"),
      playing && h("button", { key: "leave", class: "quiet", onclick: () => openDialog("leave", { question: match?.leave_question || "Leave the match?" }) }, "Leave")),
  ];
}

function drawNotices() {
  const match = shownMatch();
  return [
    !state.connected && h("p", { key: "lost", class: "warning", role: "alert" }, state.lost),
    !state.dialog && drawNotice(),
    match?.offline && h("p", { key: "offline", class: "warning" }, "This node reaches nobody. It tries again by itself."),
    match?.left_behind && h("p", { key: "behind", class: "warning" }, "The table went on without you; an autopilot plays your seat."),
    match && match.may_go_on_without.length > 0 && state.snapshot?.state.screen === "match" && drawVote(match),
  ];
}

/** @param {MatchView} match */
function drawVote(match) {
  const without = match.may_go_on_without;
  const names = without.map((seat) => match.players[seat]?.name).join(", ");
  return h("section", { key: "vote", class: "warning", "aria-label": "Going on without somebody" },
    h("p", {}, match.consent_question || `Go on without ${names}?`),
    h("button", { class: "main", onclick: () => want({ do: "consent", step: match.step, without }) }, match.goes_on ? `Go on without ${names}` : "End the match"));
}

/** @param {Snapshot} snapshot */
function drawScreen({ state: now }) {
  switch (now.screen) {
    case "home": return drawHome(now);
    case "lobby": return drawLobby(now);
    case "match": return h("div", { key: "match", class: "match" }, h("h1", { key: "title", class: "unseen" }, now.game_name), drawTable(now, true), drawGuide(now),
      h("div", { key: "bench", class: "bench" }, now.me !== null && drawOwn(now, now.me), drawMenu(now)));
    case "end": return drawEnd(now);
    case "replay": return drawReplay(now);
    default: return null;
  }
}
