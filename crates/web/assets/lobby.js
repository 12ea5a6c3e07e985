// @ts-check
// A table before a match and between matches.

import { h } from "./dom.js";
import { want } from "./link.js";

/** @param {LobbyView} lobby */
export function drawLobby(lobby) {
  const { terms } = lobby;
  return h("div", { key: "lobby", class: "lobby" },
    h("h1", { key: "title" }, lobby.table || "A table"),
    h("p", { key: "what", class: "lead" }, `${terms.game_name}, ${terms.seats} seats. `, lobby.code && ["Code: ", h("b", { class: "code" }, lobby.code)]),
    h("section", { key: "people", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title" }, `At the table: ${lobby.people.length} of ${terms.seats}`),
      h("ul", {}, lobby.people.map((person) => h("li", { key: person.name, class: "line" },
        h("span", { class: "grow" }, h("b", { class: "who" }, person.name), ` · ${person.known}`, !person.here && " · away",
          h("span", { class: "hint words" }, ` · ${person.words}`)),
        h("span", { class: `badge ${person.ready ? "ready" : ""}` }, person.ready ? "✓ ready" : "not ready"),
        person.changed && h("button", { onclick: () => want({ do: "trust", name: person.name }) }, "It is them: accept the new key"),
        lobby.host && !person.me && h("button", { class: "quiet", onclick: () => want({ do: "dismiss", name: person.name }) }, "Send away"))))),
    h("p", { key: "waiting", role: "status" }, lobby.waiting),
    h("p", { key: "act", class: "row" },
      h("button", { class: "main", "aria-pressed": String(lobby.ready), onclick: () => want({ do: "ready", ready: !lobby.ready }) },
        lobby.ready ? "Ready. Click to wait" : lobby.again ? "Play again" : "I am ready"),
      lobby.host && h("button", { onclick: () => want({ do: "add-bot" }) }, "Let a bot sit down"),
      lobby.host && ["easy", "normal", "hard"].map((level) =>
        h("button", { key: level, class: "quiet", onclick: () => want({ do: "add-bot", level }) }, `+ ${level} bot`)),
      h("button", { class: "quiet", onclick: () => want({ do: "leave" }) }, "Leave the table")),
    h("section", { key: "terms", "aria-labelledby": "terms-title" },
      h("h2", { id: "terms-title" }, "What is agreed"),
      h("ul", {},
        terms.options.map(([key, value]) => h("li", { key }, `${key}: ${value}`)),
        h("li", { key: "survive" }, terms.survive_words),
        h("li", { key: "cheat" }, terms.on_cheat),
        h("li", { key: "watch" }, terms.spectators ? "Others may watch; they see what everybody knows." : "Nobody may watch.")),
      lobby.host && drawTerms(lobby)),
    lobby.addresses.length > 0 && h("section", { key: "reach", "aria-labelledby": "reach-title" },
      h("h2", { id: "reach-title" }, "If somebody does not see the table"),
      h("p", {}, "They can type one of these:"),
      h("ul", {}, lobby.invitation && h("li", { class: "words" }, lobby.invitation), lobby.addresses.map((address) => h("li", { class: "words address" }, address)))));
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
