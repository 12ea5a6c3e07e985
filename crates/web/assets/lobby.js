// @ts-check
// A table before a match and between matches.

import { h } from "./dom.js";
import { want } from "./link.js";
import { state } from "./state.js";
import { count } from "./text.js";

/** @param {LobbyView} lobby */
export function drawLobby(lobby) {
  const { terms } = lobby;
  const free = Math.max(0, terms.seats - lobby.people.length);
  return h("div", { key: "lobby", class: "lobby" },
    h("h1", { key: "title" }, lobby.table || "A table"),
    h("p", { key: "what", class: "lead" }, `${terms.game_name}, ${terms.seats} seats. `, lobby.code && ["Code: ", h("b", { class: "code" }, lobby.code)]),
    h("div", { key: "columns", class: "columns" }, h("div", { key: "now" }, drawPeople(lobby, free)), h("div", { key: "agreed" }, drawAgreed(lobby))));
}

/** Who is here, and what can be done now. @param {LobbyView} lobby @param {number} free */
function drawPeople(lobby, free) {
  return [
    h("section", { key: "people", class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, `At the table: ${lobby.people.length} of ${lobby.terms.seats}`),
      h("ul", {}, lobby.people.map((person) => h("li", { key: person.name, class: "line" },
        h("span", { class: "grow" }, h("b", { class: "who" }, person.name), person.bot && h("span", { class: "badge bot" }, "⚙ bot"), ` · ${person.known}`, !person.here && " · away",
          h("span", { class: "hint words" }, ` · ${person.words}`)),
        h("span", { class: `badge ${person.ready ? "ready" : ""}` }, person.ready ? "✓ ready" : "not ready"),
        person.changed && h("button", { onclick: () => want({ do: "trust", name: person.name }) }, "It is them: accept the new key"),
        lobby.host && !person.me && h("button", { class: "quiet", onclick: () => want({ do: "dismiss", name: person.name }) }, "Send away"))),
        free > 0 && h("li", { key: "free" }, h("span", { class: "row free", role: "img", "aria-label": count(free, "free seat") }, Array.from({ length: free }, () => h("span", {}, "free seat"))))),
      lobby.people.length > 1 && h("p", { key: "compare", class: "hint" }, "The words are those of each player’s key. Compare them aloud once; after that a known name with another key is called out.")),
    h("p", { key: "waiting", role: "status" }, lobby.waiting),
    lobby.host && free > 0 && h("p", { key: "bots", class: "row", role: "group", "aria-labelledby": "bots-title" },
      h("span", { id: "bots-title" }, "Let a bot sit down:"),
      ["easy", "normal", "hard"].map((level) =>
        h("button", { key: level, onclick: () => want({ do: "add-bot", level }) }, level))),
    h("p", { key: "act", class: "row" },
      h("button", { class: "main", "aria-pressed": String(lobby.ready), onclick: () => want({ do: "ready", ready: !lobby.ready }) },
        lobby.ready ? "Ready. Click to wait" : lobby.again ? "Play again" : "I am ready"),
      h("button", { class: "quiet", onclick: () => want({ do: "leave" }) }, "Leave the table")),
  ];
}

/** On what everybody plays, and how others find the table. @param {LobbyView} lobby */
function drawAgreed(lobby) {
  const { terms } = lobby;
  return [
    h("section", { key: "terms", class: "panel", "aria-labelledby": "terms-title" },
      h("h2", { id: "terms-title" }, "What is agreed"),
      h("ul", { class: "terms" },
        terms.options.map(([key, value]) => h("li", { key }, h("b", {}, `${key}: ${value}`), h("span", { class: "hint" }, help(terms.game, key)))),
        h("li", { key: "survive" }, terms.survive_words),
        h("li", { key: "cheat" }, terms.on_cheat),
        h("li", { key: "watch" }, terms.spectators ? "Others may watch; they see what everybody knows." : "Nobody may watch.")),
      lobby.host && drawTerms(lobby)),
    lobby.addresses.length > 0 && h("section", { key: "reach", class: "panel", "aria-labelledby": "reach-title" },
      h("h2", { id: "reach-title" }, "If somebody does not see the table"),
      h("p", {}, "They can type one of these:"),
      h("ul", {}, lobby.invitation && h("li", { class: "words" }, lobby.invitation), lobby.addresses.map((address) => h("li", { class: "words address" }, address)))),
  ];
}

/** What an option of a game means. @param {string} game @param {string} key */
function help(game, key) {
  const option = state.catalogues.get(game)?.options.find((one) => one.key === key);
  return option ? ` · ${option.help}` : "";
}

/** @param {LobbyView} lobby */
function drawTerms({ terms }) {
  const change = (/** @type {any} */ edit) => want({ do: "change", ...edit });
  const number = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ value) =>
    h("p", { class: "field" }, h("label", { for: `terms-${name}` }, words),
      h("input", { id: `terms-${name}`, type: "number", min: 0, max: 12, value: String(value),
        onchange: (/** @type {Event} */ event) => change({ [name]: Number(/** @type {HTMLInputElement} */ (event.target).value) }) }));
  return h("div", { class: "setup" }, number("seats", "Seats", terms.seats), number("survive", "Leavers the table survives", terms.survive));
}
