// @ts-check
// The end of a match, and a match that is looked at again.

import { h } from "./dom.js";
import { save, want } from "./link.js";
import { savePicture } from "./picture.js";
import { redraw, state } from "./state.js";
import { drawTable, isFree, restsIn } from "./table.js";
import { count, marked } from "./text.js";

/** How many proofs of a step are listed at once. */
const FEW = 6;

/** @param {EndView} end */
export function drawEnd(end) {
  const { last, result } = end;
  const names = last.players.map((player) => player.name);
  return h("div", { key: "end", class: "end" },
    result ? h("h1", { key: "title", class: result.winners.includes(last.me ?? -1) ? "verdict won" : "verdict" }, whoWon(result.winners, names, last.me))
      : h("h1", { key: "title" }, end.cheated ? "The match was ended: somebody cheated" : "The match came to no end"),
    result && h("p", { key: "result", class: "lead" }, "The match is over: ", marked(result.summary), "."),
    end.failure && h("p", { key: "failure", class: "warning" }, end.failure),
    h("div", { key: "outcome", class: "outcome" }, drawOutcome(end, names)),
    h("h2", { key: "table-title" }, "The table at the end"),
    drawTable(atRest(last, result)));
}

/** The table when nobody is asked any more. @param {MatchView} last @param {ResultShown|null|undefined} result */
function atRest(last, result) {
  const { board } = last;
  const headline = result?.summary ?? board.headline;
  // Places where nothing lies wait for nobody now, unless what was decided last rests in them.
  const piles = board.piles.filter((pile) => pile === restsIn(board) || !isFree(pile));
  return { ...last, menu: null, board: { ...board, turn: null, headline, piles } };
}

/** Who has how much, what can be done now, and what was checked. @param {EndView} end @param {string[]} names */
function drawOutcome(end, names) {
  const { last, result } = end;
  return [
    result && drawScores(result, names),
    drawActs(end, last),
    end.fingerprint && h("section", { key: "words", class: "compare", "aria-labelledby": "compare-title" },
      h("h2", { id: "compare-title" }, "Words to compare"),
      h("p", { class: "fingerprint" }, end.fingerprint),
      h("p", { class: "hint" }, "Everybody’s screen shows the same words if everybody saw the same match. Read them aloud.")),
    drawAudit(end.audit),
  ];
}

/** @param {EndView} end @param {MatchView} last */
function drawActs(end, last) {
  return h("p", { key: "act", class: "row act" },
    end.rematch && h("button", { key: "rematch", class: "main", onclick: () => want({ do: "ready", ready: true }) }, "Rematch with everybody"),
    !end.rematch && last.me !== null && h("button", { key: "again", class: "main", onclick: () => want({ do: "play-here", game: last.game, seats: last.players.length, options: last.options }) }, "Play again"),
    end.transcript && h("button", { key: "save", onclick: () => save("/api/transcript", `${last.id || "match"}.nodealer`) }, "Save the transcript"),
    end.transcript && h("button", { key: "verifier", onclick: () => save("/api/verifier", `${last.id || "match"}.html`) }, "Save a page that verifies it"),
    end.transcript && h("button", { key: "replay", onclick: () => want({ do: "open", file: end.transcript }) }, "Replay"),
    h("button", { key: "copy", onclick: () => copy(end.summary) }, "Copy a summary"),
    h("button", { key: "picture", onclick: () => savePicture(end) }, "Save a picture"),
    h("button", { key: "leave", class: "quiet", onclick: () => want({ do: "leave" }) }, end.rematch ? "Leave the table" : "Home"));
}

/** Who won, in one look. @param {number[]} winners @param {string[]} names @param {number|null} me */
export function whoWon(winners, names, me) {
  if (winners.length === 0) return "Nobody won";
  if (winners.length === names.length) return "★ Everybody won";
  const mine = me !== null && winners.includes(me);
  const who = [...(mine ? ["You"] : []), ...winners.filter((seat) => seat !== me).map((seat) => names[seat])];
  const list = who.length === 1 ? who[0] : `${who.slice(0, -1).join(", ")} and ${who.at(-1)}`;
  return `★ ${list} won${me !== null && !mine ? ", you did not" : ""}`;
}

/** @param {ResultShown} result @param {string[]} names */
function drawScores(result, names) {
  return h("div", { key: "scores", class: "sheet-wrap", tabindex: 0, role: "region", "aria-label": "Who won" }, h("table", { class: "sheet-table" },
    h("caption", {}, "Who won"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Score"), h("th", { scope: "col" }, "Result"))),
    h("tbody", {}, names.map((name, seat) => h("tr", { key: seat },
      h("th", { scope: "row" }, name),
      h("td", {}, result.scores[seat] ?? ""),
      h("td", {}, result.winners.includes(seat) ? "★ won" : ""))))));
}

/** @param {AuditShown|null|undefined} audit */
function drawAudit(audit) {
  return h("section", { key: "audit", class: "audit", "aria-labelledby": "audit-title" },
    h("h2", { id: "audit-title" }, "The audit"),
    audit ? [
      h("p", { key: "verdict", class: audit.verdict === "fair" ? "good" : "warning" }, audit.verdict === "fair" ? "✓ " : "✗ ", audit.text),
      h("ul", { key: "checks", class: "checks" }, audit.checks.map((check) =>
        h("li", { key: check.name, class: check.ok ? "good" : "warning" }, check.ok ? "✓ " : "✗ ", `${check.name}: ${check.count}`))),
    ] : h("p", { key: "running", role: "status" }, "The transcript is being checked from the first signature to the last…"));
}

/** @param {string} text */
async function copy(text) {
  const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
  state.notice = done ? "Copied." : "The browser does not let this page copy.";
  redraw();
}

/** @param {number} step */
function link(step) {
  history.replaceState(null, "", `#step-${step}`);
  copy(location.href);
}

/** @param {ReplayView} replay */
export function drawReplay(replay) {
  const { shown, steps } = replay;
  // There is nothing to see between these, so the slider has a place for each of them.
  const stops = replay.stops.length > 0 ? replay.stops : Array.from({ length: steps + 1 }, (_, step) => step);
  const here = Math.max(0, stops.findLastIndex((stop) => stop <= shown.step));
  const before = stops.filter((stop) => stop < shown.step).at(-1) ?? 0;
  const next = stops.find((stop) => stop > shown.step) ?? steps;
  const go = (/** @type {number} */ step) => {
    const to = Math.max(0, Math.min(steps, step));
    // An address that names a step names the one that is shown.
    if (location.hash !== "") history.replaceState(null, "", `#step-${to}`);
    return want({ do: "seek", step: to, seat: replay.seat ?? null });
  };
  return h("div", { key: "replay", class: "replay" },
    h("div", { key: "title", class: "row" }, h("h1", { class: "grow" }, `Replay: ${shown.game_name}`),
      h("button", { class: "quiet", onclick: () => want({ do: "leave" }) }, "Close the replay")),
    drawFault(replay, go),
    h("div", { key: "control", class: "row control", role: "group", "aria-label": "Steps" },
      h("button", { "aria-label": "First step", onclick: () => go(0) }, "|◀"),
      h("button", { "aria-label": "Step before", onclick: () => go(before) }, "◀"),
      h("label", { class: "grow" }, `Step ${shown.step} of ${steps}`,
        h("input", { id: "slider", type: "range", min: 0, max: stops.length - 1, value: String(here), "aria-valuetext": `Step ${shown.step} of ${steps}`,
          oninput: (/** @type {Event} */ event) => slideTo(stops[Number(/** @type {HTMLInputElement} */ (event.target).value)], go) })),
      h("button", { "aria-label": "Next step", onclick: () => go(next) }, "▶"),
      h("button", { "aria-label": "Last step", onclick: () => go(steps) }, "▶|"),
      h("label", {}, "Through the eyes of ",
        h("select", { id: "eyes", onchange: (/** @type {Event} */ event) => {
          const { value } = /** @type {HTMLSelectElement} */ (event.target);
          want({ do: "seek", step: shown.step, seat: value === "" ? null : Number(value) });
        } },
          h("option", { value: "", selected: replay.seat === null }, "everybody"),
          replay.open_seats.map((seat) => h("option", { value: String(seat), selected: replay.seat === seat }, shown.players[seat]?.name ?? `seat ${seat + 1}`)))),
      h("button", { class: "quiet", onclick: () => link(shown.step) }, "Copy a link to this step")),
    drawTable({ ...shown, menu: null }),
    drawProven(replay.proven),
    drawAudit(replay.audit));
}

/** The step that a slider was drawn to while the one before it was on its way. @type {number|null} */
let drawnTo = null;
let sliding = false;

/** Follows the slider while it is drawn, as fast as the node answers. @param {number} step @param {(step: number) => Promise<boolean>} go */
async function slideTo(step, go) {
  drawnTo = step;
  if (sliding) return;
  sliding = true;
  while (drawnTo !== null) {
    const to = drawnTo;
    drawnTo = null;
    await go(to);
  }
  sliding = false;
}

/** What was wrong, before everything else. @param {ReplayView} replay @param {(step: number) => Promise<boolean>} go */
function drawFault({ audit, fault, shown, steps }, go) {
  if (fault === null || fault === undefined || !audit) return null;
  const there = shown.step >= Math.min(fault, steps);
  return h("p", { key: "fault", class: "warning" }, `✗ ${audit.text}`,
    !there && h("button", { class: "quiet", onclick: () => go(fault) }, "Go there"));
}

/** What was proven in a step; many proofs are listed for whoever asks. @param {string[]} proven */
function drawProven(proven) {
  if (proven.length === 0) return null;
  return h("section", { key: "proven", "aria-labelledby": "proven-title" },
    h("h2", { id: "proven-title" }, "Proven in this step"),
    h("details", { key: `proven-${proven.length > FEW}`, open: proven.length <= FEW },
      h("summary", { class: "good" }, `✓ ${count(proven.length, "proof")} checked`),
      h("ul", { class: "checks" }, proven.map((text) => h("li", { class: "good" }, "✓ ", text)))));
}

/** Goes to the step that the address names. */
export function followAddress() {
  const now = state.snapshot?.state;
  const step = /^#step-(\d+)$/.exec(location.hash);
  if (now?.screen === "replay" && step && Number(step[1]) !== now.shown.step) {
    want({ do: "seek", step: Math.min(Number(step[1]), now.steps), seat: now.seat ?? null });
  }
}
