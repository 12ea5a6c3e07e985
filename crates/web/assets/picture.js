// @ts-check
// A picture of the final table, drawn as an image of its own: names, results and the cards that lay open.

import { download } from "./link.js";
import { state } from "./state.js";
import { symbolPath } from "./symbols.js";
import { plain } from "./text.js";
import { svg } from "./dom.js";

/** @param {EndView} end */
export function savePicture(end) {
  const picture = draw(end);
  const text = new XMLSerializer().serializeToString(picture);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    download(canvas.toDataURL("image/png"), `${end.last.id || "match"}.png`);
  });
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** @param {EndView} end */
function draw(end) {
  const { last, result } = end;
  const faces = state.catalogues.get(last.game)?.faces ?? {};
  const height = 110 + last.players.length * 150;
  const picture = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: "900", height: String(height), viewBox: `0 0 900 ${height}` });
  picture.append(svg("rect", { width: "900", height: String(height), fill: "#16463b" }));
  picture.append(words(30, 45, 28, `${last.game_name}: ${result ? plain(result.summary) : end.failure ?? ""}`));
  picture.append(words(30, 80, 16, end.fingerprint ?? ""));
  last.players.forEach((player, seat) => {
    const top = 110 + seat * 150;
    const won = result?.winners.includes(seat) ? " ★" : "";
    picture.append(words(30, top + 30, 22, `${player.name}${won}`, 195));
    picture.append(words(30, top + 58, 16, `${result?.scores[seat] ?? ""}`));
    openFaces(last.board.seats[seat]?.piles ?? [], faces).slice(0, 9).forEach((face, at) => picture.append(card(face, 200 + at * 76, top + 5)));
  });
  return picture;
}

/**
 * What lies open there. The picture is for others: what only this person knows is not on it.
 * @param {Pile[]} piles @param {Record<string, Face>} faces
 */
export function openFaces(piles, faces) {
  const open = piles.flatMap((pile) => pile.cards).filter((card) => !card.private);
  return open.flatMap((card) => faces[String(card.face)] ?? []);
}

/** @param {number} x @param {number} y @param {number} size @param {string} text @param {number} [until] where it ends at most */
function words(x, y, size, text, until = 870) {
  const most = Math.floor((until - x) / (size * 0.52));
  const element = svg("text", { x: String(x), y: String(y), "font-size": String(size), "font-family": "sans-serif", fill: "#fff" });
  element.textContent = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return element;
}

/** @param {Face} face @param {number} x @param {number} y */
function card(face, x, y) {
  const group = svg("g", { transform: `translate(${x} ${y})` });
  group.append(svg("rect", { width: "70", height: "98", rx: "6", fill: "#fffdf7" }));
  const path = symbolPath(face.art.picture) ?? symbolPath(face.art.symbol);
  if (path) group.append(svg("path", { d: path, transform: "translate(17 28) scale(1.5)", fill: "#222", "fill-rule": "evenodd" }));
  const index = svg("text", { x: "6", y: "20", "font-size": "16", "font-family": "sans-serif", fill: "#222" });
  index.textContent = face.art.index;
  const name = svg("text", { x: "35", y: "90", "font-size": String(Math.min(10, 116 / face.name.length)), "font-family": "sans-serif", "text-anchor": "middle", fill: "#222" });
  name.textContent = face.name;
  group.append(index, name);
  return group;
}
