// @ts-check
// What the page knows: the last snapshot, what has happened, and what is only a matter of this window.

/** Where everything that is shown comes from. */
export const state = {
  /** @type {Snapshot|null} */
  snapshot: null,
  /** @type {SeatEvent[]} */
  events: [],
  /** Whether the node can be reached. */
  connected: true,
  /** Why there is no connection, in a sentence. */
  lost: "",
  /** The games' catalogues by id. @type {Map<string, Catalogue>} */
  catalogues: new Map(),
  /** Which dialog is open. @type {{name: string, data?: any}|null} */
  dialog: null,
  /** The entry that asks "sure?". @type {{step: number, entry: number}|null} */
  confirming: null,
  /** The cards that are picked for an answer about several, or the one whose entries are listed. @type {{step: number, cards: number[]}} */
  picked: { step: -1, cards: [] },
  /** Something to tell the person until they go on. @type {string} */
  notice: "",
  /** What was just decided and is still held. @type {{text: string, held: boolean, open: boolean}} */
  lately: { text: "", held: false, open: false },
  /** The lessons of a guided match that were not all read yet, and which of them is shown. @type {{match: string, lessons: string[], at: number, hints: string[], earlier: number}} how many are about an earlier question */
  guide: { match: "", lessons: [], at: 0, hints: [], earlier: 0 },
  /** Which side panel is open where there is room for one only. */
  panel: "log",
  /** Chat lines that were read. */
  readChat: 0,
  /** Whether a match at home is being set up. @type {string|null} */
  setup: null,
};

/** @type {() => void} */
let draw = () => {};

/** Says how the page is drawn. @param {() => void} how */
export const onChange = (how) => { draw = how; };

/** Draws the page anew. */
export const redraw = () => draw();

/** @param {string} name @param {any} [data] */
export function openDialog(name, data) {
  state.dialog = { name, data };
  state.notice = "";
  redraw();
}

/** The match that is shown, whatever screen shows it. @returns {MatchView|null} */
export function shownMatch() {
  const now = state.snapshot?.state;
  if (!now) return null;
  if (now.screen === "match") return now;
  if (now.screen === "end") return now.last;
  if (now.screen === "replay") return now.shown;
  return null;
}

/** What has happened since the last match began. @returns {SeatEvent[]} */
export function sinceBegan() {
  return state.events.slice(state.events.findLastIndex((event) => event.kind === "began") + 1);
}

/** The catalogue of the game that is shown. */
export function catalogue() {
  const game = shownMatch()?.game ?? "";
  return state.catalogues.get(game);
}

/** A face of the game that is shown. @param {number|null|undefined} face */
export function faceOf(face) {
  return face === null || face === undefined ? undefined : catalogue()?.faces[String(face)];
}
