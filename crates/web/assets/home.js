// @ts-check
// Home: play here, host, join, go on, look back.

import { front } from "./cards.js";
import { drawCode } from "./dialogs.js";
import { h } from "./dom.js";
import { loadCatalogue, want } from "./link.js";
import { openDialog, redraw, state } from "./state.js";
import { ago } from "./text.js";

/** @param {HomeView} home */
export function drawHome(home) {
  const person = state.snapshot?.person;
  return h("div", { key: "home", class: "home" },
    h("h1", { key: "title" }, person?.unnamed ? "Welcome" : `Hello, ${person?.name ?? ""}`),
    person?.unnamed && drawAskName(person.name),
    h("p", { key: "who", class: "lead" }, "Card games with hidden hands, without a server and without a dealer. Play against bots at once, or with others at a table on your network."),
    person?.caution && h("p", { key: "caution", class: "warning" }, person.caution),
    home.busy && h("p", { key: "busy", class: "busy", role: "status" }, home.busy, " ", h("button", { class: "quiet", onclick: () => want({ do: "leave" }) }, "Stop")),
    home.failed && state.notice === "" && h("p", { key: "failed", class: "notice", role: "alert" }, home.failed.text, h("button", { class: "quiet", onclick: () => want({ do: "leave" }) }, "Fine")),
    home.asks_code && h("section", { key: "asks-code", "aria-labelledby": "asks-code-title" },
      h("h2", { id: "asks-code-title" }, `${home.asks_code.name || home.asks_code.code} asks for its code`),
      drawCode({ how: "sit", table: home.asks_code.id })),
    h("section", { key: "games", "aria-labelledby": "games-title" },
      h("h2", { id: "games-title" }, "Play"),
      h("ul", { class: "games" }, home.games.map(drawGame))),
    drawTables(home),
    drawMatches("Go on with", home.unfinished, "Take your seat again", (line) => want({ do: "resume", game: line.id })),
    drawMatches("Played before", home.finished, "Replay and audit", (line) => want({ do: "open", file: line.id })));
}

/** Whoever comes for the first time says once what the others call them. @param {string} guess */
function drawAskName(guess) {
  const take = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    want({ do: "rename", name: name || guess });
  };
  return h("form", { key: "ask-name", class: "ask-name row", onsubmit: take },
    h("label", { for: "first-name" }, h("b", {}, "What is your name at the table?")),
    h("input", { id: "first-name", name: "name", value: guess, maxlength: 24, autocomplete: "off" }),
    h("button", { class: "main" }, "That is me"),
    h("span", { class: "hint" }, "It is remembered; you can change it in the settings."));
}

/** @param {GameLine} game */
function drawGame(game) {
  const open = state.setup === game.id;
  const toggle = async () => {
    state.setup = open ? null : game.id;
    await loadCatalogue(game.id);
    redraw();
  };
  const rules = async () => {
    await loadCatalogue(game.id);
    openDialog("rules", { game: game.id });
  };
  const [least, most] = game.seats;
  return h("li", { key: game.id, class: "game" },
    drawFan(game.id),
    h("h3", {}, game.name),
    h("p", {}, game.blurb),
    h("p", { class: "hint" }, least === most ? `${most} players` : `${least} to ${most} players`),
    h("p", { class: "row" },
      h("button", { class: "main", onclick: () => want({ do: "play-here", game: game.id }) }, "Play against bots"),
      game.guided && h("button", { class: "learn", onclick: () => want({ do: "play-here", game: game.id, level: "easy", guided: true }) }, "Learn it"),
      h("button", { "aria-expanded": String(open), onclick: toggle }, "Set up or host…"),
      h("button", { class: "quiet", onclick: rules }, "Rules")),
    open && drawSetup(game));
}

/** Some cards of a game, to look at. @param {string} game */
function drawFan(game) {
  const known = state.catalogues.get(game);
  if (!known) {
    loadCatalogue(game).then(() => state.catalogues.has(game) && redraw());
    return h("div", { key: "fan", class: "fan" });
  }
  /** @type {Map<string, Face>} */
  const pictures = new Map();
  for (const face of Object.values(known.faces)) {
    const picture = face.art.picture || face.art.symbol;
    if (picture && !pictures.has(picture)) pictures.set(picture, face);
  }
  const all = [...pictures.values()];
  const some = [0, 1, 2, 3, 4].map((at) => all[Math.floor((at * (all.length - 1)) / 4)]);
  return h("div", { key: "fan", class: "fan", "aria-hidden": "true" }, [...new Set(some)].map((face) => h("span", { class: "piece" }, front(face))));
}

/** @param {GameLine} game */
function drawSetup(game) {
  const options = state.catalogues.get(game.id)?.options ?? [];
  const [least, most, usual] = game.seats;
  const field = (/** @type {string} */ name, /** @type {string} */ words, /** @type {import("./dom.js").Loose} */ control) =>
    h("p", { key: name, class: "field" }, h("label", { for: `${game.id}-${name}` }, words), control);
  const select = (/** @type {string} */ name, /** @type {string[]} */ values, /** @type {string} */ chosen) =>
    h("select", { id: `${game.id}-${name}`, name }, values.map((value) => h("option", { value, selected: value === chosen }, value)));
  const numbers = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  return h("form", { key: "setup", class: "setup", onsubmit: (/** @type {SubmitEvent} */ event) => submit(event, game) },
    field("seats", "Seats", select("seats", numbers, String(usual))),
    field("level", "Bots play", select("level", ["easy", "normal", "hard"], "normal")),
    field("survive", "Leavers the table survives", select("survive", ["0", "1", "2", "3"], "1")),
    options.map((option) => field(`option-${option.key}`, `${option.key}: ${option.help}`, option.words.length > 0
      ? select(`option-${option.key}`, option.words, option.default)
      : h("input", { id: `${game.id}-option-${option.key}`, name: `option-${option.key}`, type: "number", min: option.range?.[0], max: option.range?.[1], value: option.default }))),
    field("name", "Name of the table, on the network", h("input", { id: `${game.id}-name`, name: "name", maxlength: 40, autocomplete: "off" })),
    field("bots", "Bots at the table, on the network", h("input", { id: `${game.id}-bots`, name: "bots", type: "number", min: 0, max: most - 1, value: "0" })),
    h("p", { class: "field" }, h("label", {}, h("input", { type: "checkbox", name: "invited" }), " Only with a code")),
    h("p", { class: "row" },
      h("button", { class: "main", name: "go", value: "play-here" }, "Play against bots"),
      h("button", { name: "go", value: "host" }, "Open a table on the network")));
}

/** @param {SubmitEvent} event @param {GameLine} game */
function submit(event, game) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const text = (/** @type {string} */ name) => String(form.get(name) ?? "");
  const given = [...form.entries()].flatMap(([name, value]) =>
    (name.startsWith("option-") ? [[name.slice(7), String(value)]] : []));
  const submitter = /** @type {HTMLButtonElement|null} */ (event.submitter);
  const defaults = new Map(state.catalogues.get(game.id)?.options.map((option) => [option.key, option.default]));
  want({
    do: submitter?.value === "host" ? "host" : "play-here",
    game: game.id,
    seats: Number(text("seats")),
    level: text("level"),
    survive: Number(text("survive")),
    options: given.filter(([key, value]) => defaults.get(key) !== value),
    name: text("name") || null,
    bots: submitter?.value === "host" ? Number(text("bots")) : 0,
    invited: form.get("invited") !== null,
  });
}

/** @param {HomeView} home */
function drawTables(home) {
  const come = (/** @type {TableLine} */ table, /** @type {"sit"|"watch"} */ how) => {
    if (!table.invited) want({ do: how, table: table.id, code: null });
    else openDialog("code", { how, table: table.id, name: table.name || table.code });
  };
  return h("section", { key: "tables", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title" }, "Tables on your network"),
    home.offline && h("p", { key: "offline", class: "warning" }, home.offline),
    home.tables.length === 0
      ? h("p", { key: "none", class: "hint" }, "No table is in sight. Look for one below, or open one of your own with “Set up or host…” above.")
      : h("ul", { key: "list", class: "tables" }, home.tables.map((table) => h("li", { key: table.id, class: "line" },
        h("span", { class: "grow" }, h("b", {}, table.name || table.code), ` · ${table.terms.game_name} · ${table.taken} of ${table.terms.seats} seats taken${table.invited ? " · asks for a code" : ""}${table.playing ? " · playing" : ""}`,
          table.closed && h("span", { class: "reason" }, table.closed)),
        !table.closed && !table.playing && h("button", { class: "main", onclick: () => come(table, "sit") }, "Sit down"),
        table.terms.spectators && h("button", { onclick: () => come(table, "watch") }, "Watch")))),
    // Below the list: whoever looks for a table has what is found in sight.
    h("form", { key: "find", class: "row find", onsubmit: find },
      h("label", { for: "find-line" }, "A table’s name, code or address"),
      h("input", { id: "find-line", name: "wanted", autocomplete: "off", maxlength: 400 }),
      h("button", {}, "Look for it")));
}

/** @param {SubmitEvent} event */
function find(event) {
  event.preventDefault();
  want({ do: "find", wanted: String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("wanted") ?? "") });
}

/** @param {string} title @param {MatchLine[]} lines @param {string} button @param {(line: MatchLine) => void} go */
function drawMatches(title, lines, button, go) {
  if (lines.length === 0) return null;
  const now = Date.now() / 1000;
  return h("section", { key: title, "aria-label": title },
    h("h2", {}, title),
    h("ul", {}, lines.slice(0, 50).map((line) => h("li", { key: line.id, class: "line" },
      h("span", { class: "grow" }, h("b", {}, line.game_name), ` with ${line.players.join(", ")} · ${ago(Math.max(0, now - line.when))} ago`,
        line.result && h("span", { class: "hint result" }, line.result)),
      h("button", { "aria-label": `${button}: ${line.game_name}, ${line.id}`, onclick: () => go(line) }, button)))));
}
