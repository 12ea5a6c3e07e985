// Run by `node --test crates/web/js-tests`: what the page's modules work out without a page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { front } from "../assets/cards.js";
import { whoWon } from "../assets/end.js";
import { markdown, slug } from "../assets/markdown.js";
import { openFaces } from "../assets/picture.js";
import { heardAs } from "../assets/side.js";
import { around, onSeat, restsIn } from "../assets/table.js";
import { ago, plain, seatsOf } from "../assets/text.js";

/** The text of a description. */
const textOf = (node) => (typeof node === "string" ? node : node.children.map(textOf).join(""));

test("the others sit around the table in the order of the seats", () => {
  assert.deepEqual(around([1]), { left: [], top: [1], right: [] });
  assert.deepEqual(around([1, 2, 3]), { left: [1], top: [2], right: [3] });
  assert.deepEqual(around([1, 2, 3, 4, 5]), { left: [1, 2], top: [3], right: [4, 5] });
  assert.deepEqual(around([1, 2, 3, 4, 5, 6, 7]), { left: [1, 2], top: [3, 4, 5], right: [6, 7] });
});

test("markup in rules stays text", () => {
  const [paragraph] = markdown("<script>alert(1)</script> and **bold**");
  assert.equal(paragraph.tag, "p");
  assert.equal(paragraph.children[0], "<script>alert(1)</script> and ");
  assert.equal(paragraph.children[1].tag, "strong");
});

test("rules have headings that can be found, lists and tables", () => {
  const nodes = markdown("# A\n\n## The deal\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
  assert.deepEqual(nodes.map((node) => node.tag), ["h2", "h3", "ul", "table"]);
  assert.equal(nodes[1].props.id, slug("The deal"));
  assert.equal(textOf(nodes[2].children[0]), "one more");
});

test("texts know their seats", () => {
  const text = [{ seat: 2, text: "Bo" }, " plays ", { face: 3, text: "Gun" }];
  assert.equal(plain(text), "Bo plays Gun");
  assert.deepEqual(seatsOf(text), [2]);
});

test("how long ago is said in words", () => {
  assert.deepEqual([5, 90, 7200, 86400, 200000].map(ago), ["5 s", "2 min", "2 h", "1 day", "2 days"]);
});

test("a card of a game that says nothing about its art has its short name", () => {
  const art = { index: "", symbol: "", picture: "", rows: [] };
  const card = front({ name: "Unheard Of", short: "¤NEW", tint: "plain", help: "", art });
  assert.ok(textOf(card).includes("¤NEW") && textOf(card).includes("Unheard Of"));
});

test("every symbol that the games name is drawn", async () => {
  const { NAMES } = await import("../assets/symbols.js");
  const { readFile } = await import("node:fs/promises");
  const listed = await readFile(new URL("../../engine/src/symbols.rs", import.meta.url), "utf8");
  const named = [...listed.matchAll(/^ {4}[A-Z_]+ "([a-z]+)"/gm)].map((found) => found[1]);
  assert.ok(named.length > 40);
  assert.deepEqual(named.filter((name) => !NAMES.includes(name)), []);
});

/** What the page hears if the node answers so, one answer after another; what it then asks for stays unanswered. */
async function hears(answers) {
  const { listen } = await import("../assets/link.js");
  const { state } = await import("../assets/state.js");
  const asked = [];
  const heard = [];
  const connected = [];
  /** @type {() => void} */
  let answered = () => {};
  const all = new Promise((done) => { answered = done; });
  globalThis.fetch = async (path, { headers }) => {
    asked.push({ path, ...headers });
    connected.push(state.connected);
    const answer = answers.shift();
    if (answer === undefined) {
      answered();
      return new Promise(() => {});
    }
    return answer;
  };
  const ended = listen("secret", (message) => heard.push(message));
  await Promise.race([all, ended]);
  return { asked, heard, connected, state };
}

/** A stream that says this in pieces, and ends. */
const stream = (...pieces) => new Response(new ReadableStream({
  start(control) {
    for (const piece of pieces) control.enqueue(new TextEncoder().encode(piece));
    control.close();
  },
}));

test("a stream that ends is opened again where it was, with the key", async () => {
  const { asked, heard } = await hears([stream("id: 7\ndata: {\"a\":\"é", "\"}\n\n: still here\n\nid: 8\nda", "ta: {\"a\":2}\n\nid: 9\ndata: {\"a\"")]);
  assert.deepEqual(heard, [{ a: "é" }, { a: 2 }]);
  assert.deepEqual(asked.map((one) => [one.path, one["Nodealer-Key"], one["Last-Event-ID"]]), [["/api/stream", "secret", undefined], ["/api/stream", "secret", "8"]]);
});

test("a connection that comes back is seen though nothing has happened", async () => {
  const { state, connected } = await hears([stream(), stream()]);
  assert.deepEqual(connected.slice(1), [false, false]);
  globalThis.fetch = async () => new Response(new ReadableStream({}));
  const { listen } = await import("../assets/link.js");
  listen("secret", () => {});
  await new Promise((done) => setImmediate(done));
  assert.equal(state.connected, true);
});

test("a node that was started anew is not asked again, and the person is told what to do", async () => {
  const { asked, state } = await hears([new Response(null, { status: 403 })]);
  assert.equal(asked.length, 1);
  assert.match(state.lost, /Open the address that it prints now/);
});

test("whoever waits for a node that does not answer is told what to do if it was closed", async () => {
  const { state } = await hears([stream()]);
  assert.match(state.lost, /Trying again… If nodealer was closed: “nodealer resume --web”/);
});

test("whoever opens an address again is told what helps", async () => {
  const said = [];
  const document = { createElement: () => ({}), body: { replaceChildren: (say) => said.push(say.textContent) } };
  const page = { location: { hash: "" }, addEventListener: () => {}, localStorage: { getItem: () => null }, document };
  const before = Object.keys(page).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
  await import("../assets/start.js");
  await new Promise((done) => setImmediate(done));
  for (const [name, was] of before) {
    delete globalThis[name];
    if (was) Object.defineProperty(globalThis, name, was);
  }
  assert.match(said.join(), /Go on in the browser that has opened it.*stop it with Ctrl-C and start it again/);
});

/** What the page knows of a person on this screen to whom this has happened. */
async function knows(screen, events) {
  const { state } = await import("../assets/state.js");
  const settings = { muted: [], theme: "auto", text_percent: 100, linger_ms: 0 };
  state.snapshot = { at: 0, person: { name: "Ann", words: "" }, settings, state: screen };
  state.events = events.map((event, at) => ({ at, ...event }));
}

/** The elements of a description that have this tag. */
const tagged = (node, tag) => [node].flat().filter((one) => one?.tag).flatMap((one) => [...(one.tag === tag ? [one] : []), ...tagged(one.children, tag)]);

test("proofs are counted, summed up and listed anew with each match", async () => {
  const { drawProofs, lastProof } = await import("../assets/side.js");
  const proof = (text) => ({ kind: "proven", seat: 0, step: 1, text, shuffled: 52, opened: null });
  const earlier = [{ kind: "began" }, proof("one"), proof("two"), { kind: "over" }];
  const match = { screen: "match", players: [{ name: "Robin" }] };
  await knows(match, [...earlier, { kind: "began" }]);
  assert.equal(lastProof(), null);
  await knows(match, [...earlier, { kind: "began" }, proof("three")]);
  assert.match(textOf(lastProof()), /^✓ 1 · three$/);
  const shown = drawProofs();
  assert.match(textOf(shown), /Robin: 1 shuffle,/);
  assert.deepEqual(tagged(shown, "summary").map(textOf), ["✓ three"]);
});

test("the chat of a table begins when the person came to it", async () => {
  const { drawSide } = await import("../assets/side.js");
  const chat = (text) => ({ kind: "chat", from: "Bo", seat: null, whispered: false, text, to: null });
  await knows({ screen: "lobby", since: 2 }, [chat("long ago"), { kind: "notice", text: "You have left the match." }, { kind: "notice", text: "Bo sits down." }, chat("hello")]);
  assert.deepEqual(tagged(drawSide(), "li").map(textOf), ["Bo sits down.", "Bo: hello"]);
});

test("a name cannot be changed in a match, and what was typed stays", async () => {
  const { drawSettings } = await import("../assets/dialogs.js");
  const field = () => tagged(drawSettings(), "input").find((one) => one.props.id === "set-name");
  await knows({ screen: "home" }, []);
  assert.deepEqual([field().props.disabled, field().props.value], [false, "Ann"]);
  field().props.oninput({ target: { value: "Anna" } });
  await knows({ screen: "match", players: [] }, []);
  assert.deepEqual([field().props.disabled, field().props.value], [true, "Anna"]);
  assert.match(drawSettings().filter(Boolean).map(textOf).join(), /after this match/);
});

test("a line of the chat with a slash is a command, and an unknown one is not said", () => {
  assert.deepEqual(heardAs(" hello / all "), { to: null, text: "hello / all", unknown: "" });
  assert.deepEqual(heardAs("/whisper Ann I am  a Cop"), { to: "Ann", text: "I am  a Cop", unknown: "" });
  assert.deepEqual(heardAs("/say /whisper is a command"), { to: null, text: "/whisper is a command", unknown: "" });
  for (const line of ["/whisper Ann", "/whisper", "/wisper Ann secret", "/"]) assert.notEqual(heardAs(line).unknown, "", line);
});

test("a picture for others shows what lies open and nothing that only its maker knows", () => {
  const faces = { 1: { name: "Gun" }, 2: { name: "Armor" } };
  const piles = [{ cards: [{ face: 1, private: true }, { face: null, private: false }] }, { cards: [{ face: 2, private: false }] }];
  assert.deepEqual(openFaces(piles, faces), [faces[2]]);
});

test("who won is said in one line, and whether that is the reader", () => {
  const names = ["Ann", "Bo", "Cy"];
  assert.equal(whoWon([0], names, 0), "★ You won");
  assert.equal(whoWon([1, 0], names, 0), "★ You and Bo won");
  assert.equal(whoWon([1, 2], names, 0), "★ Bo and Cy won, you did not");
  assert.equal(whoWon([1], names, null), "★ Bo won");
  assert.equal(whoWon([], names, 0), "Nobody won");
  assert.equal(whoWon([0, 1, 2], names, 0), "★ Everybody won");
});

test("an answer on the place of a player says what its name does not", () => {
  const bo = { seat: 1, text: "Bo" };
  assert.deepEqual(onSeat(["On ", bo, ", face down", ":"]), ["On Bo, ", "face down"]);
  assert.deepEqual(onSeat(["Pay ", bo]), ["", "Pay Bo"]);
  assert.deepEqual(onSeat([bo]), ["", "Choose Bo"]);
  assert.deepEqual(onSeat(["Look at ", bo, "'s role (known)"]), ["", "Look at Bo's role (known)"]);
  assert.deepEqual(onSeat(["How many ", bo, " sends"]), ["", "How many Bo sends"]);
});

test("what was decided stays in its places until somebody leads", () => {
  const places = (face) => ({ layout: "by-seat", cards: [{ card: null, face }, { card: null, face: null }] });
  const lately = { title: [], pile: places(3) };
  assert.equal(restsIn({ lately, piles: [places(4)] }), undefined);
  const free = places(null);
  assert.equal(restsIn({ lately, piles: [free] }), free);
  assert.equal(restsIn({ lately: { ...lately, pile: { layout: "spread", cards: [] } }, piles: [free] }), undefined);
});

test("a lesson stays until it was read, and advice until the question is answered", async () => {
  const { drawGuide, hearLessons, turnLesson } = await import("../assets/guide.js");
  const told = ["one", "two", "three", "four"].map((text) => ({ kind: "notice", text }));
  const read = (hints) => {
    const match = { id: "lessons", hints };
    hearLessons(match);
    const drawn = drawGuide(match);
    return drawn ? tagged(drawn, "p").map(textOf) : [];
  };
  await knows({ screen: "match" }, [{ kind: "began" }, ...told]);
  assert.deepEqual(read(["one"]), ["one"]);
  assert.deepEqual(read(["one", "two", "three", "advice"]), ["one", "advice"]);
  turnLesson(1);
  assert.deepEqual(read(["one", "two", "three", "advice"]), ["two", "advice"]);
  // The person answers: the third was not read yet.
  assert.deepEqual(read([]), ["three"]);
  assert.deepEqual(read([]), ["three"]);
  assert.deepEqual(read(["more advice"]), ["three", "more advice"]);
  // What is explained about the next question comes first, and the third is one page back.
  assert.deepEqual(read(["more advice", "four"]), ["four", "more advice"]);
  turnLesson(-1);
  assert.deepEqual(read(["more advice", "four"]), ["three", "more advice"]);
  turnLesson(1);
  assert.deepEqual(read([]), []);
});

test("a card that could do more than what is allowed now is picked, not used up", async () => {
  const { clickCard } = await import("../assets/menu.js");
  const { state } = await import("../assets/state.js");
  const sent = [];
  globalThis.fetch = async (_, { body }) => { sent.push(JSON.parse(body)); return Response.json({ answer: "taken" }); };
  const entry = (number, cards, allowed) => ({ entry: number, cards, allowed, label: [], words: "", heavy: false, reason: null });
  const menu = { step: 3, title: [], entries: [entry(0, [7], false), entry(1, [7], true), entry(2, [8], true)] };
  await knows({ screen: "match", menu, players: [] }, []);
  clickCard(7);
  assert.deepEqual([sent, state.picked.cards], [[], [7]]);
  clickCard(8);
  assert.deepEqual(sent, [{ do: "choose", step: 3, entry: 2 }]);
});

test("signs that turn text around are not shown", async () => {
  const { parse } = await import("../assets/link.js");
  const message = parse('id: 7\ndata: {"name":"B\u202eo \u2066was\u2069 \u200ffair","said":"שלום"}');
  assert.deepEqual(message, { id: "7", data: '{"name":"Bo was fair","said":"שלום"}' });
});
