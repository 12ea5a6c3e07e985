// @ts-check
// The table, from the board alone: the own seat below, the others around it in the order of the seats, the
// middle for what lies there. Nothing here knows a game.

import { back, empty, front, icon } from "./cards.js";
import { h } from "./dom.js";
import { aimed, asksAgain, choose, clickCard, currentMenu, entriesAbout, goOn, standing } from "./menu.js";
import { faceOf, openDialog, redraw, shownMatch, state } from "./state.js";
import { ago, count, isEmpty, marked, plain } from "./text.js";

/** @typedef {import("./dom.js").Loose} Loose */

/** The others in order around the table: left from below, above from left, right from above. @param {number[]} others */
export function around(others) {
  // Those above share a row and become narrow where there are many of them.
  const sides = others.length < 2 ? 0 : others.length < 5 ? 1 : 2;
  return {
    left: others.slice(0, sides),
    top: others.slice(sides, others.length - sides),
    right: others.slice(others.length - sides),
  };
}

/**
 * The table.
 * @param {MatchView} match
 * @param {boolean} [bench] whether the own seat is drawn elsewhere, with what is asked
 */
export function drawTable(match, bench = false) {
  const seats = match.players.map((_, seat) => seat);
  const me = match.me ?? null;
  const first = me ?? -1;
  const others = seats.slice(first + 1).concat(seats.slice(0, Math.max(first, 0)));
  const { left, top, right } = around(others);
  const side = (/** @type {string} */ name, /** @type {number[]} */ of) =>
    h("div", { key: name, class: `side ${name}` }, of.map((seat) => drawSeat(match, seat)));
  return h("div", { key: "table", class: `table seats-${seats.length}${match.board.mats.length > 0 ? " mats" : ""}` },
    drawHead(match),
    side("left", left), side("top", top), side("right", right),
    h("section", { key: "middle", class: "middle", "aria-label": "Middle of the table" }, drawMiddle(match)),
    me !== null && !bench && drawOwn(match, me));
}

/** @param {MatchView} match */
function drawHead({ board }) {
  return h("section", { key: "head", class: "head", "aria-label": "What is happening" },
    h("p", { key: "phase", class: "phase" },
      h("button", { class: "quiet", title: "The rules of this phase", onclick: () => openDialog("rules", { at: board.phase }) }, board.phase)),
    h("p", { key: "headline", class: "headline" }, marked(board.headline)),
    drawFacts(board.facts));
}

/** @param {Fact[]} facts */
function drawFacts(facts) {
  if (facts.length === 0) return null;
  return h("dl", { key: "facts", class: "facts" }, facts.map((fact) =>
    h("div", { key: fact.name, class: `weight-${fact.importance}` }, h("dt", {}, fact.name), h("dd", {}, marked(fact.value)))));
}

/** @param {MatchView} match */
function drawMiddle({ board, players }) {
  const rests = restsIn(board);
  // Places that wait for a card say so; the name of a heap where nothing lies says nothing.
  const bare = (/** @type {Pile} */ pile) => pile.count === 0 && pile.cards.length === 0;
  const piles = board.piles.map((pile, at) => ({ first: pile.layout === "by-seat", drawn: pile !== rests && !bare(pile) && drawPile(pile, `middle-${at}`, players) }));
  const others = piles.flatMap((pile) => (pile.first ? [] : [pile.drawn]));
  const sheets = board.sheets.map((sheet, at) => drawSheet(sheet, at));
  return [
    // What is going on comes first and stays in its place; what was decided before comes below it.
    piles.flatMap((pile) => (pile.first ? [pile.drawn] : [])),
    drawLately(board, rests !== undefined),
    board.mats.map((mat, at) => h("section", { key: `mat-${at}`, class: "mat", "aria-label": plain(mat.title) },
      h("h2", { key: "title" }, marked(mat.title)),
      drawPlace(mat.place, `mat-${at}`, players))),
    board.mats.length > 0 ? h("div", { key: "beside", class: "beside" }, sheets, others) : [others, sheets],
  ];
}

/** Whether these are places in which nothing lies. @param {Pile} pile */
export const isFree = (pile) => pile.layout === "by-seat" && pile.cards.every((laid) => (laid.card ?? laid.face ?? null) === null);

/** The places in the middle where nothing lies yet: what was decided there last stays in them until somebody leads. @param {Board} board */
export function restsIn({ lately, piles }) {
  return lately?.pile.layout === "by-seat" ? piles.find(isFree) : undefined;
}

/** What was just decided: held for a while, and called back by a button. @param {Board} board @param {boolean} rests whether it stays in its place */
function drawLately(board, rests) {
  const { lately } = board;
  if (!lately) return null;
  const { held } = state.lately;
  const open = held || rests || state.lately.open;
  const toggle = () => {
    state.lately = { ...state.lately, held: false, open: !open };
    redraw();
  };
  return h("section", { key: "lately", class: open ? "lately open" : "lately", "aria-label": plain(lately.title) },
    h("p", { key: "title", class: "title" },
      rests ? h("b", { key: "what" }, marked(lately.title))
        : h("button", { key: "toggle", class: "quiet", "aria-expanded": String(open), onclick: toggle }, h("span", {}, !open && "Last: ", marked(lately.title))),
      held && h("button", { key: "go", class: "go", onclick: goOn }, "Go on")),
    open && lately.pile.cards.length > 0 && drawPile(lately.pile, "lately", shownMatch()?.players ?? []));
}

/** @param {Sheet} sheet @param {number} at */
function drawSheet(sheet, at) {
  return h("div", { key: `sheet-${at}`, class: "sheet-wrap", tabindex: 0, role: "region", "aria-label": plain(sheet.title) },
    h("table", { class: "sheet-table" },
      h("caption", {}, marked(sheet.title)),
      h("thead", {}, h("tr", {}, sheet.columns.map((column) =>
        isEmpty(column) ? h("td", {}) : h("th", { scope: "col" }, marked(column))))),
      h("tbody", {}, sheet.rows.map((row) => h("tr", {}, row.map((cell, i) =>
        i === 0 ? h("th", { scope: "row" }, marked(cell)) : h("td", {}, marked(cell))))))));
}

/** Another player. @param {MatchView} match @param {number} seat */
function drawSeat(match, seat) {
  const player = match.players[seat];
  const place = match.board.seats[seat];
  const turn = match.board.turn === seat;
  const targets = drawTargets(seat);
  return h("section", { key: `seat-${seat}`, class: `seat${turn ? " turn" : ""}${player.gone ? " gone" : ""}${canAim(seat) ? " aim" : ""}`, "data-seat": seat, "aria-label": `${player.name}’s place` },
    drawName(match, seat),
    place && drawPlace(place, `seat-${seat}`, match.players, true, targets));
}

/** @param {MatchView} match @param {number} seat */
function drawName(match, seat) {
  const player = match.players[seat];
  const note = match.notes[seat];
  return h("h2", { key: "name", class: "name" },
    h("button", { class: "quiet who", title: "Notes, key and chat", onclick: () => openDialog("player", { seat }) }, player.name),
    match.board.turn === seat && h("span", { class: "badge turn-badge" }, seat === match.me ? "your turn" : "at turn"),
    player.away_s !== null && player.away_s !== undefined && h("span", { class: "badge away" }, `away for ${ago(player.away_s)}`),
    player.gone && h("span", { class: "badge away" }, "gone: played by an autopilot"),
    player.owes && match.board.turn !== seat && h("span", { class: "badge owes" }, "to answer"),
    note && h("span", { class: "note" }, `✎ ${note}`));
}

/** An answer on the place of the player whom it names: what stands before and in the name need not be read there. @param {Words} label */
export function onSeat(label) {
  const at = label.findIndex((span) => typeof span !== "string" && "seat" in span);
  const after = plain(label.slice(at + 1)).replace(/:\s*$/, "");
  const whole = plain(label).replace(/:\s*$/, "");
  if (label.length === 1) return ["", `Choose ${whole}`];
  // "Bo's role" and "how many Bo sends" are one thing: what they would be without the name is nobody's.
  const rest = /^[,:]\s*(.+)$/s.exec(after);
  return rest ? [`${plain(label.slice(0, at + 1))}, `, rest[1]] : ["", whole];
}

/** Whether something may be chosen on this player. @param {number} seat */
const canAim = (seat) => entriesAbout(seat).some((entry) => entry.allowed);

/** Answers that name this player, on the player. @param {number} seat */
function drawTargets(seat) {
  const menu = currentMenu();
  const entries = entriesAbout(seat);
  if (!menu || entries.length === 0 || aimed().size === 0) return null;
  return h("p", { key: "targets", class: "targets" }, entries.map((entry) => {
    const [before, words] = onSeat(entry.label);
    const again = asksAgain(menu, entry);
    return h("button", {
      key: entry.entry,
      class: `target${again ? " again" : ""}`,
      "aria-disabled": entry.allowed ? undefined : "true",
      title: entry.allowed ? undefined : `Not now: ${entry.reason ?? "the rules do not allow it"}`,
      onclick: () => choose(entry),
    },
      h("span", {}, again && "Sure? Once more: ", before !== "" && h("span", { class: "unseen" }, before), words));
  }));
}

/** The own seat, with the hand within the thumb's reach. @param {MatchView} match @param {number} me */
export function drawOwn(match, me) {
  const place = match.board.seats[me];
  const turn = match.board.turn === me;
  const targets = drawTargets(me);
  return h("section", { key: "own", class: `own${turn ? " turn" : ""}${canAim(me) ? " aim" : ""}`, "aria-label": "Your place" },
    drawName(match, me),
    place && drawPlace(place, "own", match.players, false, targets));
}

/**
 * What lies at a place.
 * @param {Place} place @param {string} key @param {Player[]} players @param {boolean} [foreign] whether its hand is another's
 * @param {Loose} [targets] answers that are given there
 */
function drawPlace(place, key, players, foreign = false, targets = null) {
  const states = place.badges.length + place.tokens.length > 0;
  return [
    states && h("p", { key: "states", class: "states" },
      place.badges.map((badge) => h("span", { class: `badge weight-${badge.importance}` }, marked(badge.text))),
      place.tokens.map(drawToken)),
    targets,
    drawFacts(place.facts),
    h("div", { key: "piles", class: "piles" }, place.piles.map((pile, at) =>
      (pile.count > 0 || (pile.layout === "hand" && !foreign) || pile.layout === "slots") && drawPile(pile, `${key}-${at}`, players, foreign))),
  ];
}

/** @param {Token} token */
function drawToken(token) {
  const most = token.limit ?? 0;
  const words = most > 0 ? `${token.count} of ${count(most, token.name)}` : count(token.count, token.name);
  const one = (/** @type {boolean} */ full) => h("span", { class: full ? "pip full" : "pip" }, icon(token.symbol) ?? (full ? "●" : "○"));
  // A dot would say nothing without its name.
  const shown = token.symbol === "point" ? words : most > 0 && most <= 6
    ? Array.from({ length: most }, (_, at) => one(at < token.count))
    : [icon(token.symbol), String(token.count)];
  return h("span", { key: `token-${token.name}`, class: `token weight-${token.importance}`, role: "img", "aria-label": words, title: words }, shown);
}

/**
 * Cards that lie together.
 * @param {Pile} pile @param {string} key @param {Player[]} players @param {boolean} [foreign]
 */
export function drawPile(pile, key, players, foreign = false) {
  const known = pile.cards.some((card) => card.face !== null && card.face !== undefined);
  // Where the cards of another's hand lie would tell something: only their number is shown. So it is of other hidden
  // cards there, unless one of them can be chosen.
  const bare = (/** @type {Laid} */ card) => card.card !== null && isEmpty(card.label) && card.badges.length + card.tokens.length + card.under.length === 0 && !standing(card.card).asked;
  const heap = pile.layout === "heap" || (foreign && !known && (pile.layout === "hand" || (pile.layout === "spread" && pile.cards.every(bare))));
  // On a heap its number is written.
  const caption = pile.layout === "hand" && (!heap || pile.count === 0) ? `${pile.name} (${pile.count})` : pile.name;
  return h("figure", { key: `pile-${key}`, class: `pile lies-${heap ? "heap" : pile.layout}${heap ? "" : crowding(pile.cards.length)} weight-${pile.importance}` },
    h("figcaption", { key: "name" }, caption),
    heap ? h("div", { key: "cards", class: "cards" }, pile.count > 0 && h("span", { class: "heap", role: "img", "aria-label": count(pile.count, "card") }, back(), h("b", {}, pile.count)))
      : h("div", { key: "cards", class: "cards" }, pile.cards.map((card, at) => drawLaid(card, `${key}-${at}`, pile, players))));
}

/** How close cards lie. @param {number} cards */
const crowding = (cards) => (cards > 14 ? " many crowd" : cards > 7 ? " many" : "");

/** What lies in one place, with what is on it. @param {Laid} laid @param {string} key @param {Pile} pile @param {Player[]} players @returns {Loose} */
function drawLaid(laid, key, pile, players) {
  const owner = laid.seat !== null && laid.seat !== undefined ? players[laid.seat]?.name : undefined;
  const label = isEmpty(laid.label) ? undefined : plain(laid.label);
  return h("div", { key: laid.card ?? key, class: `laid${laid.turned ? " turned" : ""}` },
    owner !== undefined && h("span", { key: "owner", class: "owner" }, owner),
    drawCard(laid, pile),
    label !== undefined && h("span", { key: "label", class: "label" }, label),
    laid.badges.map((badge) => h("span", { class: "badge" }, marked(badge.text))),
    laid.tokens.map(drawToken),
    laid.under.length > 0 && h("div", { key: "under", class: "under" }, laid.under.map((under, at) => drawLaid(under, `${key}-${at}`, pile, players))));
}

/** @param {Laid} laid @param {Pile} pile */
function drawCard(laid, pile) {
  const face = faceOf(laid.face);
  const { card } = laid;
  const at = card !== null && card !== undefined ? standing(card) : { asked: false, allowed: false, chosen: false, reason: null };
  const nothing = laid.face === null || laid.face === undefined;
  if (nothing && !at.asked) {
    const empties = card === null || card === undefined;
    return h("span", { key: "card", class: "piece", "data-card": card ?? undefined, role: "img", "aria-label": empties ? "empty" : "face-down card" }, empties ? empty() : back());
  }
  const name = face?.name ?? (nothing ? "a hidden card" : "card");
  const seen = laid.private && pile.layout !== "hand" ? ", which only you know" : "";
  const why = at.asked && !at.allowed ? ", not now" : "";
  return h("button", {
    key: "card",
    class: `piece${at.asked ? (at.allowed ? " can" : " cannot") : ""}${at.chosen ? " chosen" : ""}`,
    "data-card": card ?? undefined,
    "data-face": laid.face ?? undefined,
    "data-why": at.reason ?? undefined,
    "aria-pressed": at.chosen ? "true" : undefined,
    "aria-disabled": at.asked && !at.allowed ? "true" : undefined,
    draggable: at.allowed ? "true" : undefined,
    tabindex: at.asked ? 0 : -1,
    onclick: () => (at.asked && card !== null && card !== undefined ? clickCard(card) : explainFace(laid.face)),
    ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(card)),
  },
    // Not a label: what is drawn on a card is other words than its name.
    h("span", { class: "unseen" }, `${name}${seen}${why}`),
    nothing ? back() : front(face),
    laid.private && pile.layout !== "hand" && h("span", { class: "eye" }, icon("eye")));
}

/** @param {number|null|undefined} face */
function explainFace(face) {
  if (face !== null && face !== undefined) openDialog("card", { face });
}
