// The page around the auditor: hands it a file, and shows what it tells.
'use strict';

const by = (id) => document.getElementById(id);
const bytes = (id) => fromBase64(by(id).textContent.trim());
let match = null;
let running = null;
// Whether the address may still name the step to begin with: it is about the first match alone.
let linked = true;

/// What a step is for, by its kind.
const KINDS = {
  keys: 'Everybody shows the key for this match that the charter commits to.',
  dealings: 'Everybody leaves parts of their key with the others, in case they must leave.',
  receipts: 'Everybody says that the parts they got are good.',
  'common-head': 'Everybody who is there signs the history so far, before anything is given away.',
  shuffle: 'Cards are shuffled.',
  remix: 'Hands are mixed by their owners.',
  remask: 'Cards are masked once more for whoever looks at them.',
  deal: 'Cards are dealt: everybody else takes their layer off.',
  reveal: 'Cards are shown to all.',
  unseal: 'What a leaver had sealed is opened by the others.',
  roll: 'A random number is opened.',
  choose: 'Somebody chooses.',
  seal: 'Choices are sealed.',
  open: 'Sealed choices are opened.',
  demand: 'Whoever has such a card must show it; the others prove that they have none.',
  beacon: 'Everybody gives their part of a random number.',
  attest: 'Everybody who is there signs the result.',
};

/// `fetch` of a `data:` address would need leave of the content security policy.
function fromBase64(text) {
  const letters = atob(text);
  const data = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) data[i] = letters.charCodeAt(i);
  return data;
}

const auditor = (async () => {
  const unpacked = new Blob([bytes('module')]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();

function make(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function show(id, shown = true) {
  by(id).hidden = !shown;
}

/// Checks a file; what was checked before is forgotten.
async function check(name, file) {
  running?.terminate();
  match = { name, size: file.byteLength, game: null, steps: [], report: null, took: null };
  for (const id of ['welcome', 'verdict', 'checks', 'replay']) show(id, false);
  show('progress');
  by('bar').value = 0;
  by('doing').textContent = `Checking ${name} …`;
  const source = new Blob([by('worker').textContent], { type: 'text/javascript' });
  const address = URL.createObjectURL(source);
  const worker = (running = new Worker(address));
  worker.onmessage = ({ data }) => {
    URL.revokeObjectURL(address);
    if (worker === running) data.lines.forEach(hear);
  };
  worker.onerror = (why) => hear({ error: `the auditor stopped (${why.message})` });
  try {
    worker.postMessage({ module: await auditor, file: file.slice(0) });
  } catch (why) {
    hear({ error: `this browser cannot run the auditor (${why.message})` });
  }
}

/// One line of the auditor.
function hear(line) {
  if (line.game) match.game = line.game;
  else if (line.report) finish(line);
  else if (line.error) fail(line.error);
  else if (line.done !== undefined) {
    match.took = line.done;
    by('speed').textContent = `Checked here in ${(line.done / 1000).toFixed(1)} s.`;
  }
  else {
    match.steps.push(line);
    by('bar').value = line.at / match.size;
    by('doing').textContent = `Checking ${match.name}: step ${line.step} …`;
  }
}

function fail(why) {
  show('progress', false);
  by('verdict').className = 'error';
  by('sentence').textContent = `Cannot audit ${match.name}: ${why}.`;
  for (const id of ['what', 'findings', 'word']) by(id).replaceChildren();
  show('verdict');
  match.report = { verdict: 'error' };
}

function finish(line) {
  const report = line.report;
  match.report = report;
  match.fault = line.fault;
  show('progress', false);
  by('verdict').className = report.verdict;
  by('sentence').textContent = line.sentence;
  by('what').textContent = report.game ? `${match.game?.name ?? report.game}, match ${report.match.slice(0, 16)}, ${report.steps} steps. Seats: ${report.seats.join(', ')}.` : match.name;
  by('findings').replaceChildren(...line.findings.map((text) => finding(text)));
  by('word').textContent = `Verdict: ${report.verdict}`;
  show('verdict');
  by('checklist').replaceChildren(...report.checks.map((one) => {
    const item = make('li', undefined, one.ok ? '' : 'wrong');
    item.append(make('span', one.ok ? '✓ ' : '✗ ', 'mark'), one.name, make('span', ` (${one.count})`, 'number'));
    return item;
  }));
  show('checks');
  begin();
}

/// A sentence, with the step that it names as a link.
function finding(text) {
  const item = make('li');
  const named = /\bstep (\d+)/.exec(text);
  if (named && place(Number(named[1])) >= 0) {
    const end = named.index + named[0].length;
    item.append(text.slice(0, named.index), link(Number(named[1]), named[0]), text.slice(end));
  } else item.append(text);
  return item;
}

function link(step, text) {
  const made = make('a', text);
  made.setAttribute('href', `#step-${step}`);
  return made;
}

// The replay.

/// Where a step stands among those that were told: the last that is not later.
function place(step) {
  return match.steps.findLastIndex((one) => one.step <= step);
}

function begin() {
  show('replay', match.steps.length > 0);
  if (!match.steps.length) return;
  by('slider').max = match.steps.length - 1;
  by('lines').replaceChildren(...match.steps.flatMap((one) => one.said.map(([text, rule]) => {
    const item = make('li');
    item.append(link(one.step, `step ${one.step}`), sentence('span', text, rule));
    return item;
  })));
  const fault = match.fault ? place(match.fault) : -1;
  go(fault >= 0 ? fault : match.steps.length - 1);
  if (linked) follow();
  linked = false;
}

function sentence(tag, text, rule) {
  const made = make(tag, text);
  if (rule) made.append(' ', make('span', rule, 'rule'));
  return made;
}

function go(at) {
  match.at = Math.max(0, Math.min(at, match.steps.length - 1));
  const one = match.steps[match.at];
  by('slider').value = match.at;
  by('where').replaceChildren(`Step ${one.step} of ${match.steps.at(-1).step}`);
  if (match.fault === one.step) by('where').append(' ', make('span', '✗ here it fails', 'fault'));
  const purpose = KINDS[one.kind] ?? 'Nothing that anybody sees.';
  fill('said', one.said.map(([text, rule]) => sentence('li', text, rule)), purpose);
  fill('proven', one.proven.map((text) => make('li', `${text}; the proof holds`)), 'Signatures alone.');
  const board = match.steps.slice(0, match.at + 1).findLast((step) => step.board)?.board;
  by('table').replaceChildren(...(board ? table(board) : []));
}

function fill(id, items, otherwise) {
  by(id).replaceChildren(...(items.length ? items : [make('li', otherwise, 'none')]));
}

function table(board) {
  const headline = make('p', undefined, 'headline');
  headline.append(make('span', board.phase ? `${board.phase} · ` : '', 'phase'), board.headline);
  const places = make('div', undefined, 'places');
  if (board.piles.length || board.facts.length) places.append(area('Table', { ...board, tokens: [], badges: [] }));
  for (const mat of board.mats) places.append(area(mat.name, mat));
  board.seats.forEach((seat, i) => places.append(area(match.game.seats[i], seat, board.turn === i)));
  return [headline, places];
}

function area(name, { facts, tokens, badges, piles }, turn) {
  const made = make('div', undefined, turn ? 'place turn' : 'place');
  const title = make('h4', name);
  if (badges.length) title.append(' ', make('span', badges.join(', '), 'rule'));
  made.append(title);
  const words = [...facts.map(([fact, value]) => `${fact} ${value}`), ...tokens.map(([token, count]) => `${count} × ${token}`)];
  if (words.length) made.append(make('p', words.join(' · '), 'facts'));
  for (const pile of piles) if (pile.count || pile.cards.length) made.append(heap(pile));
  return made;
}

function heap(pile) {
  const made = make('div', undefined, 'pile');
  made.append(make('b', `${pile.name} (${pile.count})`));
  const cards = make('div', undefined, 'cards');
  // Cards that look the same are told once.
  const alike = new Map();
  for (const card of pile.cards) {
    const plain = !card.on && !card.empty && !card.under;
    if (plain && alike.has(card.face)) alike.get(card.face).times++;
    else alike.set(plain ? card.face : {}, { card, times: 1 });
  }
  for (const { card, times } of alike.values()) cards.append(...shown(card, times));
  if (cards.childNodes.length) made.append(cards);
  return made;
}

function shown(card, times = 1) {
  const face = card.face === null ? null : match.game.faces[card.face];
  const name = face ? face.name : card.empty ? '–' : 'face down';
  const many = times > 1 ? (face ? ` ×${times}` : `${times} `) : '';
  const text = face ? name + many : many + name;
  const made = make('span', text, face ? `card ${face.tint}` : 'card hidden-card');
  if (face) made.title = face.help;
  if (card.on) made.append(' ', make('small', card.on));
  return [made, ...(card.under ?? []).flatMap((under) => shown(under))];
}

// What the reader does.

function follow() {
  const named = /^#step-(\d+)$/.exec(location.hash);
  if (!named || !match?.steps.length) return;
  const at = place(Number(named[1]));
  if (at >= 0) go(at);
  by('controls').scrollIntoView({ block: 'nearest' });
}

async function open(file) {
  if (file) await check(file.name, await file.arrayBuffer());
}

addEventListener('hashchange', follow);
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', () => document.body.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  open(event.dataTransfer.files[0]);
});
by('file').addEventListener('change', () => open(by('file').files[0]));
by('slider').addEventListener('input', () => go(Number(by('slider').value)));
by('first').addEventListener('click', () => go(0));
by('back').addEventListener('click', () => go(match.at - 1));
by('on').addEventListener('click', () => go(match.at + 1));
by('last').addEventListener('click', () => go(Infinity));

const inside = bytes('transcript');
if (inside.length) check('the match in this page', inside.buffer);
