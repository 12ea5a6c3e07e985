// @ts-check
// What opens over the page: rules, settings, help, a card, a player, the code of a table.

import { front } from "./cards.js";
import { byId, h, render } from "./dom.js";
import { KEYS } from "./keys.js";
import { want } from "./link.js";
import { markdown, slug } from "./markdown.js";
import { catalogue, faceOf, redraw, shownMatch, state } from "./state.js";

/** Closes what is open. */
export function closeDialog() {
  state.dialog = null;
  redraw();
}

/** The dialog that was last drawn, so that opening one goes to its place once. @type {any} */
let shown = null;

/** Draws the open dialog into its element. */
export function drawDialog() {
  const element = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const { dialog } = state;
  if (!dialog) {
    if (element.open) element.close();
    shown = null;
    return;
  }
  const [title, body] = contents(dialog.name, dialog.data ?? {});
  element.setAttribute("aria-label", title);
  render(element,
    h("header", { key: "head", class: "row" },
      h("h1", { class: "grow", key: "title" }, title),
      h("button", { key: "close", class: "quiet", onclick: closeDialog }, "Close (Esc)")),
    drawNotice(),
    // The keys hold nothing that takes the focus, and must be scrolled by keys where there is little room.
    h("div", { key: `${dialog.name}-body`, class: "body", tabindex: dialog.name === "help" ? 0 : undefined }, body));
  if (!element.open) element.showModal();
  if (shown !== dialog && dialog.name === "rules") scrollToRule(dialog.data?.at);
  shown = dialog;
}

/** What was refused, wherever the person is. */
export function drawNotice() {
  const dismiss = () => { state.notice = ""; redraw(); };
  return state.notice !== "" && h("p", { key: "notice", class: "notice", role: "alert" }, state.notice, h("button", { class: "quiet", onclick: dismiss }, "Fine"));
}

/** @param {string} name @param {any} data @returns {[string, import("./dom.js").Loose]} */
function contents(name, data) {
  switch (name) {
    case "rules": return ["Rules", drawRules(data)];
    case "settings": return ["Settings", drawSettings()];
    case "help": return ["Keys", drawHelp()];
    case "card": return [faceOf(data.face)?.name ?? "Card", drawFace(data)];
    case "player": return [shownMatch()?.players[data.seat]?.name ?? "Player", drawPlayer(data.seat)];
    case "code": return [`The code of ${data.name}`, drawCode(data)];
    case "leave": return ["Leave?", drawLeave(data)];
    default: return [name, null];
  }
}

/** @param {{game?: string}} data */
function drawRules(data) {
  const rules = data.game ? state.catalogues.get(data.game) : catalogue();
  return h("article", { id: "rules", class: "rules" }, rules ? markdown(rules.rules) : h("p", {}, "No game is chosen."));
}

/** Shows the heading or the rule with this name. @param {string|undefined} at */
function scrollToRule(at) {
  if (!at) return;
  const rules = byId("rules");
  const heading = rules.querySelector(`#${CSS.escape(slug(at))}`);
  const passage = heading ?? [...rules.querySelectorAll("li, p, td")].find((element) => element.textContent?.includes(at));
  passage?.classList.add("found");
  passage?.scrollIntoView({ block: heading ? "start" : "center" });
  if (heading instanceof HTMLElement) heading.focus();
}

/** A name that was typed and is not taken yet. @type {string|null} */
let typedName = null;

export function drawSettings() {
  const settings = state.snapshot?.settings;
  if (!settings) return null;
  const change = (/** @type {Partial<Settings>} */ edit) => want({ do: "set", ...settings, ...edit });
  const check = (/** @type {string} */ name, /** @type {string} */ words, /** @type {boolean} */ checked) =>
    h("p", { key: name, class: "field" }, h("label", {}, h("input", { id: `set-${name}`, type: "checkbox", checked, onchange: (/** @type {Event} */ event) => change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }) }), ` ${words}`));
  const select = (/** @type {string} */ name, /** @type {string} */ words, /** @type {[string, string][]} */ values, /** @type {string} */ chosen, /** @type {boolean} */ numeric) =>
    h("p", { key: name, class: "field" }, h("label", { for: `set-${name}` }, words),
      h("select", { id: `set-${name}`, onchange: (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        change({ [name]: numeric ? Number(value) : value });
      } }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
  const screen = state.snapshot?.state.screen;
  const fixed = screen !== "home";
  return [
    h("form", { key: "name", class: "row", onsubmit: rename }, h("label", { for: "set-name" }, "Your name"),
      h("input", { id: "set-name", name: "name", value: typedName ?? state.snapshot?.person.name, maxlength: 24, autocomplete: "off", disabled: fixed,
        "aria-describedby": "set-name-when", oninput: (/** @type {Event} */ event) => { typedName = /** @type {HTMLInputElement} */ (event.target).value; } }),
      h("button", { disabled: fixed }, "Change"),
      h("span", { id: "set-name-when", class: "hint" }, fixed && (screen === "match" ? "You can change it after this match, at home." : "You can change it at home."))),
    h("p", { key: "words", class: "hint" }, `Your key in words: ${state.snapshot?.person.words}`),
    select("theme", "Colours", [["auto", "as the system"], ["light", "light"], ["dark", "dark"]], settings.theme, false),
    select("text_percent", "Size of text", ["100", "125", "150", "175", "200"].map((size) => [size, `${size} %`]), String(settings.text_percent), true),
    select("pace", "What happens is shown", [["quick", "quickly"], ["calm", "calmly"], ["slow", "slowly, to be read aloud"]], settings.pace, false),
    select("linger_ms", "A finished trick, an opened stack or the end of a hand stays", [["0", "until a key"], ["1500", "1.5 s"], ["2500", "2.5 s"], ["5000", "5 s"], ["10000", "10 s"]], String(settings.linger_ms), true),
    check("four_colours", "Four colours for four suits", settings.four_colours),
    check("sound", "A sound when you are asked", settings.sound),
    check("play_forced", "Give answers by themselves that public knowledge forces", settings.play_forced),
    check("wait_in_windows", "Let a window wait for me after its time (this tells the others that I could react)", settings.wait_in_windows),
    check("ask_all_windows", "Ask me in every window, also when I cannot react", settings.ask_all_windows),
    settings.muted.length > 0 && h("p", { key: "muted" }, "Not shown in the chat: ", settings.muted.map((name) =>
      h("button", { key: name, onclick: () => change({ muted: settings.muted.filter((other) => other !== name) }) }, `${name}: show again`))),
  ];
}

/** @param {SubmitEvent} event */
function rename(event) {
  event.preventDefault();
  const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
  // What was typed stays until it is taken.
  if (name) want({ do: "rename", name }).then((taken) => { if (taken) typedName = null; });
}

function drawHelp() {
  return h("table", { class: "sheet-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Key"), h("th", { scope: "col" }, "What it does"))),
    h("tbody", {}, KEYS.map(([key, words]) => h("tr", { key }, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)))));
}

/** @param {{face: number}} data */
function drawFace({ face }) {
  const info = faceOf(face);
  return h("div", { class: "explained" }, h("span", { class: "piece big" }, front(info)), h("p", {}, info?.help || "No more is said about it."));
}

/** @param {number} seat */
function drawPlayer(seat) {
  const match = shownMatch();
  const player = match?.players[seat];
  const settings = state.snapshot?.settings;
  if (!match || !player || !settings) return null;
  const muted = settings.muted.includes(player.name);
  const mute = () => want({ do: "set", ...settings, muted: muted ? settings.muted.filter((name) => name !== player.name) : [...settings.muted, player.name] });
  const note = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("note") ?? "").trim();
    want({ do: "note", seat, text }).then((taken) => taken && closeDialog());
  };
  return [
    player.words && h("p", { key: "words" }, "Key in words: ", h("b", {}, player.words)),
    h("form", { key: "note", class: "row", onsubmit: note },
      h("label", { for: "note" }, "A note that only you see"),
      h("input", { id: "note", name: "note", value: match.notes[seat] ?? "", maxlength: 120, autocomplete: "off" }),
      h("button", {}, "Keep")),
    seat !== match.me && h("p", { key: "mute" }, h("button", { "aria-pressed": String(muted), onclick: mute }, muted ? "Show their chat again" : "Do not show their chat")),
  ];
}

/** @param {{how: "sit"|"watch", table: string}} data */
export function drawCode({ how, table }) {
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code") ?? "").trim();
    // What was typed stays, for whoever mistyped it.
    want({ do: how, table, code }).then((taken) => taken && closeDialog());
  };
  return h("form", { key: `${how}-${table}`, class: "row", onsubmit: go }, h("label", { for: "code" }, "Code"), h("input", { id: "code", name: "code", autocomplete: "off" }), h("button", { class: "main" }, how === "sit" ? "Sit down" : "Watch"));
}

/** @param {{question: string}} data */
function drawLeave({ question }) {
  return [
    h("p", { key: "question" }, question),
    h("p", { key: "act", class: "row" },
      h("button", { onclick: closeDialog }, "Stay"),
      h("button", { class: "main", onclick: () => { closeDialog(); want({ do: "leave" }); } }, "Leave")),
  ];
}
