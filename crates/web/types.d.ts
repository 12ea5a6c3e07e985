// What the node sends and takes, as the page's modules know it: see the types of `crates/seat`.

type Span = string | { seat: number; text: string } | { face: number; text: string };
type Words = Span[];

interface Art { index: string; symbol: string; picture: string; rows: [string, number][][] }
interface Face { name: string; short: string; tint: string; help: string; art: Art }
interface OptionShown { key: string; help: string; default: string; words: string[]; range: [number, number] | null }
interface Catalogue { id: string; name: string; blurb: string; rules: string; options: OptionShown[]; faces: Record<string, Face> }

interface Fact { name: string; value: Words; importance: number }
interface Token { name: string; symbol: string; count: number; limit: number | null; importance: number }
interface Badge { text: Words; importance: number }
interface Laid {
  card: number | null; face: number | null; private: boolean; label: Words; seat: number | null; turned: boolean;
  badges: Badge[]; tokens: Token[]; under: Laid[];
}
interface Pile { name: string; layout: "hand" | "spread" | "heap" | "slots" | "by-seat"; count: number; cards: Laid[]; importance: number }
interface Place { facts: Fact[]; tokens: Token[]; badges: Badge[]; piles: Pile[] }
interface Sheet { title: Words; columns: Words[]; rows: Words[][] }
interface Board {
  phase: string; headline: Words; turn: number | null; facts: Fact[]; piles: Pile[];
  mats: { title: Words; place: Place }[]; seats: Place[]; lately: { title: Words; pile: Pile } | null; sheets: Sheet[];
}
interface Entry {
  entry: number; label: Words; words: string; cards: number[]; allowed: boolean; reason: string | null; rule: string;
  pass: boolean; aside: boolean; heavy: boolean; back: boolean;
}
interface Menu { step: number; title: Words; rule: string; window: boolean; entries: Entry[] }

interface Player { name: string; words: string; away_s: number | null; gone: boolean; owes: boolean }
interface MatchView {
  game: string; game_name: string; id: string; options: [string, string][]; step: number; me: number | null;
  players: Player[]; board: Board; menu: Menu | null; window: boolean; window_left_ms: number | null; waiting: string;
  may_go_on_without: number[]; goes_on: boolean; consent_question: string; wants_aside: boolean | null;
  talks: boolean; offline: boolean; left_behind: boolean; leave_question: string; notes: string[]; hints: string[];
}
interface ResultShown { winners: number[]; scores: number[]; summary: Words }
interface AuditShown { verdict: string; text: string; checks: { name: string; count: number; ok: boolean }[] }
interface EndView {
  last: MatchView; result: ResultShown | null; failure: string | null; cheated: boolean; fingerprint: string | null;
  transcript: string | null; audit: AuditShown | null; rematch: boolean; summary: string;
}
interface ReplayView {
  shown: MatchView; steps: number; seat: number | null; open_seats: number[]; stops: number[]; log: [number, Words, string][];
  proven: string[]; audit: AuditShown | null; fault: number | null;
}
interface Terms {
  game: string; game_name: string; seats: number; options: [string, string][]; survive: number; survive_words: string;
  on_cheat: string; spectators: boolean; rules: number;
}
interface GameLine { id: string; name: string; blurb: string; seats: [number, number, number]; guided: boolean }
interface TableLine {
  id: string; name: string; code: string; host: string; terms: Terms; taken: number; invited: boolean; playing: boolean;
  closed: string | null; protocol: number;
}
interface MatchLine { id: string; game: string; game_name: string; players: string[]; when: number; result: string | null }
interface HomeView {
  games: GameLine[]; tables: TableLine[]; unfinished: MatchLine[]; finished: MatchLine[]; busy: string | null;
  offline: string | null; asks_code: TableLine | null; failed: { text: string } | null;
}
interface LobbyView {
  table: string; code: string; addresses: string[]; invitation: string | null; host: boolean; terms: Terms;
  people: { name: string; words: string; me: boolean; here: boolean; ready: boolean; known: string; changed: boolean; bot: boolean }[];
  ready: boolean; again: boolean; waiting: string; since: number;
}
interface Settings {
  linger_ms: number; play_forced: boolean; ask_all_windows: boolean; wait_in_windows: boolean; sound: boolean; four_colours: boolean;
  text_percent: number; theme: string; muted: string[]; pace: string;
}
type SeatState =
  | ({ screen: "home" } & HomeView)
  | ({ screen: "lobby" } & LobbyView)
  | ({ screen: "match" } & MatchView)
  | ({ screen: "end" } & EndView)
  | ({ screen: "replay" } & ReplayView);
interface Snapshot {
  at: number; person: { name: string; words: string; caution: string | null; unnamed: boolean }; settings: Settings; state: SeatState;
}
type SeatEvent = { at: number } & (
  | { kind: "changed" | "began" | "over" }
  | { kind: "said"; text: Words; rule: string; step: number }
  | { kind: "learnt"; text: Words; step: number }
  | { kind: "asked"; step: number }
  | { kind: "proven"; seat: number; step: number; text: string; shuffled: number | null; opened: number | null }
  | { kind: "presence"; seat: number; here: boolean; text: string }
  | { kind: "chat"; from: string; seat: number | null; whispered: boolean; text: string; to: string | null }
  | { kind: "notice"; text: string }
);
interface Message { fresh: boolean; snapshot: Snapshot; events: SeatEvent[] }
