// @ts-check
// The rules as headings, paragraphs, lists and tables. Only what our rules are written in is known.

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Node} Node */
/** @typedef {import("./dom.js").Loose} Loose */

/** The id of a heading. @param {string} title */
export const slug = (title) => `rules-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** @param {string} text @returns {Node[]} */
export function markdown(text) {
  const blocks = text.replaceAll("\r", "").split(/\n{2,}/).filter((block) => block.trim() !== "");
  return blocks.flatMap(block);
}

/** @param {string} text @returns {Node[]} */
function block(text) {
  const rows = text.split("\n");
  const heading = /^(#{1,4}) (.*)$/.exec(rows[0]);
  if (heading) {
    const level = Math.min(heading[1].length + 1, 5);
    const title = h(`h${level}`, { id: slug(heading[2]), tabindex: -1 }, inline(heading[2]));
    return rows.length > 1 ? [title, ...block(rows.slice(1).join("\n"))] : [title];
  }
  if (rows[0].startsWith("|")) return [table(rows)];
  if (/^([-*]|\d+\.) /.test(rows[0])) return [list(rows)];
  if (rows[0].startsWith("```")) return [h("pre", {}, rows.slice(1, -1).join("\n"))];
  const item = rows.findIndex((row) => /^([-*]|\d+\.) /.test(row));
  if (item > 0) return [h("p", {}, inline(rows.slice(0, item).join(" "))), list(rows.slice(item))];
  return [h("p", {}, inline(rows.join(" ")))];
}

/** @param {string[]} rows */
function list(rows) {
  /** @type {string[]} */
  const items = [];
  for (const row of rows) {
    const found = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(row);
    if (found) items.push(found[1]);
    else items[items.length - 1] += ` ${row.trim()}`;
  }
  return h(/^\d/.test(rows[0]) ? "ol" : "ul", {}, items.map((item) => h("li", {}, inline(item))));
}

/** @param {string[]} rows */
function table(rows) {
  const cells = (/** @type {string} */ row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const body = rows.slice(1).filter((row) => !/^\|[\s:|-]+\|?$/.test(row));
  return h("table", { tabindex: 0 },
    h("thead", {}, h("tr", {}, cells(rows[0]).map((cell) => (cell ? h("th", { scope: "col" }, inline(cell)) : h("td", {}))))),
    h("tbody", {}, body.map((row) => h("tr", {}, cells(row).map((cell) => h("td", {}, inline(cell)))))));
}

/** Bold, emphasised and literal words. @param {string} text @returns {Loose[]} */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part;
  });
}
