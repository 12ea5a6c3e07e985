// @ts-check
// Draws descriptions of elements into the page. What is there already is changed, never made anew, so that
// the focus, a half-written line and the reader's place in a list stay. Text is always text.

/**
 * @typedef {{tag: string, key: string|undefined, props: Record<string, any>, children: Child[]}} Node
 * @typedef {Node|string} Child
 * @typedef {Child|number|null|undefined|false|readonly any[]} Loose
 */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "use", "path", "rect", "text", "g", "circle", "tspan"]);

/** What an element was last drawn as. @type {WeakMap<globalThis.Node, {key: string|undefined, props: Record<string, any>}>} */
const drawn = new WeakMap();

/**
 * Describes an element.
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; functions under "on…" listen; "key" names it among its siblings
 * @param {...Loose} children
 * @returns {Node}
 */
export function h(tag, props = {}, ...children) {
  const { key, ...rest } = props;
  return { tag, key: key === undefined ? undefined : String(key), props: rest, children: flat(children) };
}

/** @param {Loose[]} loose @returns {Child[]} */
function flat(loose) {
  /** @type {Child[]} */
  const children = [];
  for (const child of loose) {
    if (Array.isArray(child)) children.push(...flat(child));
    else if (typeof child === "number") children.push(String(child));
    else if (child !== null && child !== undefined && child !== false && child !== "") children.push(/** @type {Child} */ (child));
  }
  return children;
}

/**
 * Makes the children of an element what is described.
 * @param {Element} parent
 * @param {...Loose} loose
 */
export function render(parent, ...loose) {
  const children = flat(loose);
  const old = [...parent.childNodes];
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {ChildNode[]} */
  const loosely = [];
  for (const node of old) {
    const key = drawn.get(node)?.key;
    if (key === undefined) loosely.push(node);
    else keyed.set(key, node);
  }
  const nodes = children.map((child) => {
    const found = typeof child === "string" || child.key === undefined
      ? take(loosely, child)
      : keyed.get(child.key);
    if (found && fits(found, child)) {
      if (typeof child !== "string") keyed.delete(child.key ?? "");
      return update(found, child);
    }
    return update(make(child), child);
  });
  const kept = new Set(nodes);
  for (const node of old) if (!kept.has(node)) node.remove();
  place(parent, nodes);
}

/** @param {ChildNode[]} loosely @param {Child} child */
function take(loosely, child) {
  const at = loosely.findIndex((node) => fits(node, child));
  return at < 0 ? undefined : loosely.splice(at, 1)[0];
}

/** @param {ChildNode} node @param {Child} child */
function fits(node, child) {
  if (typeof child === "string") return node.nodeType === 3;
  return node.nodeType === 1 && /** @type {Element} */ (node).localName === child.tag;
}

/** @param {Child} child @returns {ChildNode} */
function make(child) {
  if (typeof child === "string") return document.createTextNode(child);
  return DRAWN.has(child.tag) ? svg(child.tag, {}) : document.createElement(child.tag);
}

/** @param {ChildNode} node @param {Child} child @returns {ChildNode} */
function update(node, child) {
  if (typeof child === "string") {
    if (node.textContent !== child) node.textContent = child;
    return node;
  }
  const element = /** @type {HTMLElement} */ (node);
  const before = drawn.get(element)?.props ?? {};
  for (const name of Object.keys(before)) if (!(name in child.props)) set(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(child.props)) {
    if (value !== before[name] || name === "value") set(element, name, value, before[name]);
  }
  drawn.set(element, { key: child.key, props: child.props });
  if (!("own" in child.props)) render(element, ...child.children);
  return node;
}

/** @param {HTMLElement} element @param {string} name @param {any} value @param {any} before */
function set(element, name, value, before) {
  if (name.startsWith("on")) {
    const type = name.slice(2);
    if (before) element.removeEventListener(type, before);
    if (value) element.addEventListener(type, value);
  } else if (name === "value" || name === "checked") {
    // What somebody is typing is theirs, and so is a slider that they hold.
    const theirs = document.activeElement === element && name === "value" && !(element.matches("[type=range]:not(:active)"));
    if (!theirs) /** @type {any} */ (element)[name] = value ?? "";
  } else if (value === undefined || value === false || value === null) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Puts nodes into this order. The one with the focus is not touched: to move it would lose the focus.
 * @param {Element} parent
 * @param {ChildNode[]} nodes
 */
function place(parent, nodes) {
  const focus = document.activeElement;
  const held = focus ? nodes.findIndex((node) => node.contains(focus)) : -1;
  /** @type {ChildNode|null} */
  let next = parent.firstChild;
  nodes.forEach((node, at) => {
    if (at === held) next = node.nextSibling;
    else if (node === next) next = node.nextSibling;
    else parent.insertBefore(node, at < held && next === null ? nodes[held] : next);
  });
}

/**
 * Makes a drawn element.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
export function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The element with this id. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}
