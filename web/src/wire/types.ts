/** What travels between this client and the server. Written by tools/wire_types.py from joute/server: do not edit. */

export type View = { game: string; viewer: number | null } & Record<string, unknown>

export type GameEvent = { kind: string; text: Bilingual } & Record<string, unknown>

/** A text for people. */
export interface Bilingual {
  en: string // English
  fr: string // French
}

/** Why a request or a message was refused. */
export interface Refusal {
  code: string // one of the list of errors
  text: Bilingual // the reason, for people
  expected?: unknown // what would have been accepted
}

/** What a server allows. */
export interface AllowedSettings {
  take_back: boolean // people may take back when they play agents alone
  hints: boolean // people may ask for hints when they play agents alone
  stand_in: string // level that plays for people who left
  absence: number // seconds after which it does
  analyst: string // level that judges finished games
}

/** A server, and how to reach it. */
export interface ServerInfo {
  name: 'joute'
  version: string
  settings: AllowedSettings
  addresses: string[] // where other machines reach it, the likeliest first; empty: it listens to its own machine only
}

/** An option of a game or a setting of an agent. */
export interface SettingInfo {
  name: string // as in `name=value`
  kind: 'int' | 'float' | 'bool' | 'str' // its type
  default: boolean | number | string // its value unless given
  low: number | null // smallest value
  high: number | null // largest value
  choices: (number | string)[] // allowed values; empty: any
  meaning: Bilingual // what it does
}

/** The possible numbers of seats of a game. */
export interface SeatRange {
  fewest: number // smallest number
  most: number // largest number
  usual: number // default
  option: string | null // the option that sets it; null: fixed
}

/** The range of a game's scores. */
export interface ScoreRange {
  lowest: number // worst score
  highest: number // best score
}

/** A level of a game. */
export interface LevelInfo {
  name: string // to ask for it
  title: Bilingual // for people
  agent: string // the agent behind it
}

/** An agent that plays a game. */
export interface AgentInfo {
  name: string // to ask for it
  summary: Bilingual // how it plays
  settings: SettingInfo[] // what can be set, as in `mcts:iterations=500`
}

/** A game and what a new table may ask for. */
export interface GameInfo {
  name: string // to ask for it
  title: Bilingual // for people
  nature: Bilingual // its properties in words
  hidden: boolean // seats know different things
  simultaneous: boolean // seats choose at the same time
  chance: boolean // chance decides too
  zero_sum: boolean // scores add up to a constant
  seats: SeatRange // number of seats
  scores: ScoreRange // range of scores
  options: SettingInfo[] // of a table
  levels: LevelInfo[] // from easy to hard
  agents: AgentInfo[] // without the levels
}

/** The rules of a game as Markdown. */
export interface RulesText {
  en: string // English
  fr: string // French
}

/** A ready-made reaction. */
export interface ReactionInfo {
  name: string // to send it
  text: Bilingual // what others read
}

/** The person behind a token. */
export interface PersonInfo {
  id: number // of the person
  name: string // empty: a guest
  guest: number | null // a person without a name: the number that a client makes a friendly one from
  colour: string // `#rrggbb`, or empty
  token?: string // for programs, once
}

/** A seat of a table. */
export interface SeatInfo {
  seat: number // its number
  kind: 'person' | 'open' | 'agent' | 'bot' // who occupies it
  name: string // of the person, bot or agent
  guest: number | null // a person without a name: the number that a client makes a friendly one from
  host: boolean // whether the person made the table
  colour: string // of the person
  agent: string | null // the agent's text
  level: string | null // the level, if the agent is one
  present: boolean // connected, or an agent
  stand_in: string | null // the level that plays for a person who left
  out: boolean // lost by resignation, time or a fault while others play on
}

/** A clock. */
export interface ClockSettings {
  bank: number // seconds for each seat at the start
  increment: number // seconds added by each action
}

/** The clocks when the message was sent. */
export interface ClockInfo {
  left: number[] // seconds left to each seat
  running: number[] // seats whose clocks run
  increment: number // seconds added by each action
}

/** What a table allows. */
export interface TableSettings {
  hints: boolean // hints and opinions
  take_back: boolean // taking back
  spectators: boolean // other people may watch
  public: boolean // listed for everybody
  reactions: boolean // ready-made reactions
  clock: ClockSettings | null // null: no clock
  thoughts: boolean // agents' opinions are sent while they play
  pace: number | null // least seconds between two actions of agents; null: paused
}

/** Which messages would be accepted from this viewpoint now. */
export interface Permissions {
  begin: boolean
  hint: boolean
  take_back: boolean
  resign: boolean
  leave: boolean
  rematch: boolean
  hurry: boolean
  pace: boolean
  react: boolean
}

/** The decision of a game record from which a table plays on. */
export interface OriginInfo {
  record: string // its id
  ply: number // of the decision
}

/** Who wants a rematch. */
export interface RematchInfo {
  wanted_by: number[] // seats
  same_deal: boolean // whether all of them want the same cards and chance
}

/** What a game changed on the ladder. */
export interface RatingChange {
  before: number
  after: number
}

/** A table without its game. */
export interface TableInfo {
  id: string // also the code that friends type, and the id of the game record
  game: string // its name
  title: Bilingual // of the game
  options: Record<string, unknown> // of the game, those that differ from the default
  status: 'open' | 'playing' | 'over'
  host: boolean // whether you made it
  you: number | null // your seat; null: none
  people: number // number of people who play
  next: string | null // the table of the rematch
  made: string // UTC
  commitment: string | null // SHA-256 of the secret from which all chance follows; null: the host chose the seed
  rated: boolean // the result counts on the ladder, as far as one can know
  unrated: 'agents_only' | 'chance' | 'options' | 'bot' | 'agent' | 'seats' | 'assisted' | 'weakened' | 'aborted' | 'short' | null // why it does not
  assisted: boolean // a hint or a take-back was used
  origin: OriginInfo | null // where it plays on from; null: from the beginning
  seats: SeatInfo[]
  settings: TableSettings
  may: Permissions
  rematch: RematchInfo
  ratings: (RatingChange | null)[] | null // by seat, once the result is stored; null: not yet, or not since the server started
  spectators: number // number of spectators
}

/** What the server commits to before a table is made. */
export interface CommitmentInfo {
  commitment: string // SHA-256 of its secret
}

/** Tables that are not over. */
export interface TableList {
  mine: TableInfo[] // where you play or are the host
  public: TableInfo[] // that anybody may watch or join, at most 50
  your_turn: string[] // ids of those of your tables where you must choose
}

/** The open question. */
export interface Turn {
  answers: number // its number, to be sent back with the action
  movers: number[] // seats that must choose
  chosen: number[] // those that have chosen
  mine: boolean // you must choose
  chose: string | null // your action while others still choose
  legal: string[] // your legal actions; empty when it is not your turn
}

/** How a game ended. */
export interface ResultInfo {
  reason: 'complete' | 'resigned' | 'time_out' | 'fault' | 'aborted'
  scores: number[] | null // by seat; null: the game was cut short
  winners: number[] // seats; none if the game was aborted
  shares: number[] // of the win, by seat
  loser: number | null // who resigned, ran out of time or made a fault
  stand_ins?: number[] // seats that a level played to the end, since their players had resigned or left: they do not win
}

/** An agent's judgement of one legal action; null: its method has no such number. */
export interface JudgementInfo {
  action: string
  value: number | null // expected for the seat that chooses
  visits: number | null // of a search
  weight: number | null // share in a mixed strategy, or of the sampled worlds
  error: number | null // standard error of the value; 0: exact
}

/** An agent's opinion of a decision. */
export interface OpinionInfo {
  action: string // what it would choose
  judgements: JudgementInfo[] // the best first
  value: number | null // of the position, for the seat that chooses
  pv: string[] // principal variation, the action first
  depth: number | null // of the search
  nodes: number // positions searched
  seconds: number // of thinking
  beliefs: Record<string, unknown> // `{"<secret>": {"<value>": share}}`
  matrix?: MatrixInfo | null // of a simultaneous decision
  remark: Record<string, string> // a sentence by language; may be empty
  unit?: 'score' | 'win' // of all its values: scores, or chances to win
}

/** Everything that a viewpoint may see. */
export interface StateMessage {
  type: 'state'
  seq: number // number of the last log entry
  table: TableInfo
  view: View | null // null: not begun
  turn: Turn | null // null: nobody has to choose
  clock: ClockInfo | null // null: no clock
  result: ResultInfo | null // null: not over
  story: GameEvent[] // since your last action, or the last 40 and a few
  earlier: number | null // number of the entry that the story begins with, if more happened before it: ask for the events before that number
}

/** What happened before a log entry. */
export interface EventPage {
  events: GameEvent[] // of the last 500 entries before it, as this viewpoint saw them, the oldest first
  earlier: number | null // number of the first of these entries, if more happened before it
}

/** How the game looked in the middle of an update: one action may have several steps, such as a card played and a card drawn. */
export interface StepInfo {
  events: number // the number of events since the step before
  view: View // after them
}

/** One log entry; a part that is present replaces the part that the client had. */
export interface UpdateMessage {
  type: 'update'
  seq: number // number of the entry
  what: 'joined' | 'begun' | 'chosen' | 'played' | 'took_back' | 'left' | 'returned' | 'resigned' | 'time_out' | 'fault' | 'assisted' | 'resumed' | 'rematch_wanted' | 'rematch' | 'reaction' | 'pace' // what happened
  by: number[] // seats that did it
  events?: GameEvent[] // what happened in the game, as this viewpoint saw it
  steps?: StepInfo[] // before the last one, whose events are the remaining ones, and after which `view` is
  view?: View | null
  turn?: Turn | null
  clock?: ClockInfo
  result?: ResultInfo | null
  table?: TableInfo
  thoughts?: Record<string, OpinionInfo> // of agents, by seat, at tables with `thoughts`
  reaction?: string // its name
}

/** Which agents think. */
export interface ThinkingMessage {
  type: 'thinking'
  seats: number[]
}

/** How far the opponents of a game are prepared, once after an installation. */
export interface PreparationInfo {
  done: number // parts that are compiled
  of: number // parts
  problem?: Bilingual // why they cannot be, by language: random agents play instead
}

/** The opponents are being prepared; a simple agent plays for them until all parts are done. */
export interface PreparingMessage {
  type: 'preparing'
  done: number // parts that are compiled
  of: number // parts
  problem?: Bilingual // why they cannot be, by language: random agents play instead
}

/** Who is connected. */
export interface PresenceMessage {
  type: 'presence'
  present: number[] // seats of people and bots
  spectators: number // number of spectators
}

/** A message was accepted. */
export interface OkMessage {
  type: 'ok'
  id: number | null // of the message
}

/** The answer to a ping. */
export interface PongMessage {
  type: 'pong'
  id: number | null // of the message
}

/** The answer to `hint` or `opinion`. */
export interface OpinionMessage {
  type: 'opinion'
  id: number | null // of the message
  answers: number // the question it is about
  agent: string // who thinks so
  opinion: OpinionInfo
  review: DecisionReview | null // of the action asked about, else of the one that the agent prefers; null: not prepared yet
}

/** A message was refused. */
export interface RefusedMessage {
  type: 'refused'
  code: string // one of the list of errors
  text: Bilingual // the reason, for people
  expected?: unknown // what would have been accepted
  id: number | null // of the message; null: it could not be read
}

/** The server closes the connection. */
export interface ByeMessage {
  type: 'bye'
  code: string // one of the list of errors
  text: Bilingual // the reason, for people
  expected?: unknown // what would have been accepted
}

/** The answer to `catch_up` over HTTP when there is not exactly one message. */
export interface UpdatesMessage {
  type: 'updates'
  updates: (StateMessage | UpdateMessage)[]
}

/** Who played on a seat. */
export interface RecordSeat {
  name: string // of the person, bot or agent
  guest: number | null // a person without a name: the number that a client makes a friendly one from
  agent: string | null // the agent's text
}

/** A game that is over, in a list. */
export interface RecordSummary {
  id: string
  game: string // its name
  title: Bilingual
  options: Record<string, unknown>
  made: string | null // UTC; null: of a tournament
  ended: string | null // UTC; null: of a tournament
  seats: RecordSeat[]
  you: number | null // your seat
  result: ResultInfo | null
  moves: number // number of decisions; simultaneous ones count as one
  assisted: boolean
  rated: boolean
  ratings: (RatingChange | null)[] // by seat; null: not rated
}

/** Some of a person's games, the latest first. */
export interface RecordList {
  records: RecordSummary[]
  next: number | null // `before` of the next page; null: no more
}

/** A game that is over. */
export interface RecordInfo {
  id: string
  game: string // its name
  title: Bilingual
  options: Record<string, unknown>
  made: string | null // UTC; null: of a tournament
  ended: string | null // UTC; null: of a tournament
  seats: RecordSeat[]
  you: number | null // your seat
  result: ResultInfo | null
  moves: number // number of decisions; simultaneous ones count as one
  assisted: boolean
  rated: boolean
  ratings: (RatingChange | null)[] // by seat; null: not rated
  agents: string[] // by seat; `human` for people
  record: Record<string, unknown> // what `joute replay` and `GameRecord.from_json` read
}

/** A position of a game that is over. */
export interface RecordStep {
  ply: number // number of decisions before it
  view: View
  events: GameEvent[] // that led to it
  movers: number[] // seats that choose here
  choices?: Record<string, string> // by seat; absent in the last
  seconds?: Record<string, number> // spent on them, by seat
}

/** dict() -> new empty dictionary */
export interface StepList {
  from: number
  total: number
  steps: RecordStep[]
}

/** The review of a game, as far as it is. */
export interface RecordReview {
  game: string // its name
  agent: string // who judges
  unit: 'score' | 'win' // what was sampled: chances to win, or scores
  points: number[] | null // the range that values are shares of, in points; null: they are shares of a win
  seats: SeatReview[] // by seat
  moments: KeyMoment[] // the largest first
  decisions: DecisionReview[] // in the order of the game
  status: 'none' | 'working' | 'refining' | 'done' // refining: all are judged, and judged again with more samples while you ask
  done: number // number of decisions judged
  refined: number // number of those judged with many samples
  of: number // number of decisions
}

/** Actions that were tried, and what happened. */
export interface TriedRow {
  choices: Record<string, string> // by seat
  events: GameEvent[] // as the viewer sees them
}

/** A position of an analysis. */
export interface AnalysisPosition {
  game: string // its name
  title: Bilingual
  options: Record<string, unknown>
  seats: number // number of seats
  unit: 'score' | 'win' // of opinions: chances to win, or scores
  players: RecordSeat[] | null // of the record; null: nobody is named
  ply: number // number of decisions before it, as far as they are known
  view: View // what the viewer sees
  position: Record<string, unknown> // everything, as JSON: for export, the editor and links
  view_text: Bilingual // what the viewer sees, as text
  record: Record<string, unknown> | null // what `joute replay` reads, if the game is known from its beginning
  record_text: string | null // the same as text for people
  movers: number[] // seats that choose here
  legal: Record<string, string[]> // legal actions of each of them, by seat
  events: GameEvent[] // of the last row, as the viewer sees them
  path: TriedRow[] // every row tried
  over: boolean
  scores: number[] | null // by seat, if the game is over
  sampled: boolean // a sampled world fills what the view left open
}

/** A text that was read. */
export interface AnalysisImport {
  kind: 'record' | 'position' // what it was
  analysis: Record<string, unknown> // an `AnalysisRequest` of it: a record at its last position, with its rows as actions
}

/** How far the work on a question is. */
export interface LabProgress {
  done: number // share of the work: 1 with the result
  preparing: boolean // the code for this game is being compiled, once
}

/** An explanation, as far as it is. */
export interface LabExplanation {
  done: number // share of the work: 1 with the result
  preparing: boolean // the code for this game is being compiled, once
  explanation: ExplanationInfo | null // null: not yet
  pictures: Bilingual | null // the explanation as SVG; null: not yet
}

/** The way of a decision through a tree that imitates an agent. */
export interface LabPath {
  done: number // share of the work: 1 with the result
  preparing: boolean // the code for this game is being compiled, once
  path: SurrogatePath | null // null: not yet
}

/** The decisions of a game as a table. */
export interface LabTable {
  done: number // share of the work: 1 with the result
  preparing: boolean // the code for this game is being compiled, once
  csv: string | null // comma-separated values, a row for each decision and legal action; null: not yet
}

/** A game of an agent against itself. */
export interface LabPlayed {
  done: number // share of the work: 1 with the result
  preparing: boolean // the code for this game is being compiled, once
  analysis: Record<string, unknown> | null // an `AnalysisRequest` with its rows as actions; null: not yet
}

/** A legal action of a decision. */
export interface JudgedAction {
  action: string // its name
  value: number | null // share of the range from the worst to the best result; null: not sampled enough, show no number
  error: number | null // standard error; 0: exact
  samples: number | null // sampled continuations
}

/** A simultaneous decision as a matrix game. */
export interface MatrixInfo {
  rows: string[] // own actions
  columns: string[] // actions of the others
  cells: ((number | null)[])[] // values; null: not searched
  row_weights: number[] // own mixed strategy
  column_weights: number[] // theirs
}

/** A chance event whose outcome a seat saw, and what it changed. */
export interface ChanceEvent {
  texts: Record<string, string>[] // what the seat saw, in sentences; one, unless events are judged together
  odds: number | null // of the outcome; null: several events
  change: number // of the seat's value: after the event, minus before it
  error: number // standard error
}

/** How the value changed between two decisions of a seat, without its doing. */
export interface ValueChange {
  change: number // of the seat's value
  error: number // standard error
  causes: ('chance' | 'others')[] // whose doing it was
  chance: Record<string, string>[] // the chance events that the seat saw: those that changed most first, or the unlikeliest
  odds: number | null // of the first of them; null: not known, or there was none
  by_chance?: number | null // the part of chance, the rest is that of the others; null: not known
  others?: Record<string, string>[] // what came of what the others did, as the seat saw it: what is rarest in this game first
}

/** A decision, judged. */
export interface DecisionReview {
  ply: number // of the decision
  seat: number // whose decision it was
  action: string // what was played, or asked about
  best: string // the best action
  free: boolean // there was a choice
  exact: boolean // proven by a solver
  undecided: boolean // the samples prefer another action, and no search confirms it: no cost, and nothing for the accuracy
  mistake: boolean // it cost much, and for sure
  cost: number | null // value of the best action minus value of the played one; null: about equal
  cost_error: number // standard error of the cost
  value: number | null // of what was played: a share of the range from the worst to the best result
  best_value: number | null // of the best action
  points: number[] | null // the range that values are shares of, in points; null: they are shares of a win
  error: number | null // standard error of the value
  loss: number // 0: nothing was better; 1: nothing was worse
  actions: JudgedAction[] // the best first
  mix: JudgedAction[] // a mixed strategy, with shares as values; empty if there is none
  matrix: MatrixInfo | null // behind the mix, as far as it is played most, with values as shares of the range
  verdict: Record<string, string> // a sentence by language; `{0}` stands for the player on the first seat, as in events
  reasons: ReasonInfo[] // at most three, the weightiest first
  samples: number // sampled continuations
  change: ValueChange | null // since the seat's decision before; null: there was none
  chances?: ChanceEvent[] // between this decision of the seat and its next one
}

/** How a seat played. */
export interface SeatReview {
  accuracy: number | null // 1: always a best action; 0: always the worst; null: nothing to decide
  decisions: number // that were free
  mistakes: number // number of mistakes
  luck: number | null // what the chance events that it saw between its decisions changed in all; null: not known, or there were none
  final: number | null // what it got in the end; None: the game did not end
  end: ValueChange | null // since its last decision; None: it decided nothing, or the game did not end
}

/** A moment that decided. */
export interface KeyMoment {
  ply: number // of the decision
  seat: number // whom it concerns
  kind: 'mistake' | 'chance' | 'others' // whose doing it was
  size: number // of the change, without a sign
  text: Record<string, string> // a sentence by language
}

/** The review of a game. */
export interface GameReview {
  game: string // its name
  agent: string // who judges
  unit: 'score' | 'win' // what was sampled: chances to win, or scores
  points: number[] | null // the range that values are shares of, in points; null: they are shares of a win
  seats: SeatReview[] // by seat
  moments: KeyMoment[] // the largest first
  decisions: DecisionReview[] // in the order of the game
}

/** Why one action is better than another. */
export interface ReasonInfo {
  name: string // of the fact or the consequence
  kind: 'fact' | 'consequence' | 'line' // a fact of the action itself, what came of it in sampled worlds, how a proven result comes about
  better: string // the better action
  other: string // the other action
  values: number[] // the number behind the sentence: of the better action, of the other one
  part: number // of the difference that it accounts for, estimated
  sentence: Record<string, string> // by language; `{0}` stands for the player on the first seat, as in events
}

/** The part of a difference that is due to one thing. */
export interface ShareInfo {
  name: string // the same in every language
  label: Record<string, string> // for people; `{0}` stands for the player on the first seat
  value: number // in the unit of the explanation
  error: number // standard error
  interval: number[] // of 95 %: its two ends
  gap_without?: number // of a known thing: the difference if it alone were not known
}

/** A statement about what is hidden that tells good worlds from bad ones. */
export interface WorldStatementInfo {
  label: Record<string, string> // the statement
  share: number // of the worlds in which it holds
  gap: number // difference between the two actions there
  gap_error: number // standard error
  other_gap: number // difference where it does not hold
  other_error: number // standard error
}

/** A position that can occur and in which another action is chosen. */
export interface CounterfactualInfo {
  thing: string // what is different, as in the known things
  label: Record<string, string> // what is there instead
  probability: number // of this alternative, given all else that the seat knows
  choice: string // the action that is chosen there
  gain: number // of that action over the one explained, there
  error: number // standard error
  sentence: Record<string, string> // all that in words
  view: Record<string, unknown> // that position, as the seat sees it
}

/** Why one action rather than another, with everything that is needed to repeat it. */
export interface ExplanationInfo {
  game: string // its name
  options: Record<string, unknown> // of the game that are not the default
  seat: number // whose decision
  ply: number | null // of the decision in its record
  action: string // what is explained
  other: string // what it is compared with
  unit: string // of all values: score, or win (the chance to win)
  in_wins: boolean // values are shares of a win: show them as percentages
  gap: number // value of the action minus value of the other
  gap_error: number // standard error
  interval: number[] // of 95 %: its two ends
  better_in: number // share of the sampled worlds in which the action turns out better
  worse_in: number // and worse
  verdict: Record<string, string> // the difference in a sentence
  known_things: ShareInfo[] | null // what the seat knows; null: the game names no known things
  gap_if_nothing_is_known: number | null // the difference without any of them
  known_things_exact: boolean | null // all sets of things were evaluated; else orders were sampled
  facts: ShareInfo[] // of the two actions, the weightiest first
  outcomes: ShareInfo[] // what comes of it; the parts add up to the difference
  worlds: WorldStatementInfo[] // hidden cards that tell good worlds from bad ones
  world_sentences: Record<string, string>[] // the same in words
  counterfactuals: CounterfactualInfo[] // changes of one known thing that change the choice, the likeliest first
  sentences: Record<string, string> // the explanation in words, a line for each sentence
  remarks: Record<string, string>[] // what cannot be explained here, and why
  agent: string | null // whose choice is explained; null: what was played
  agent_version: string | null // of that agent
  agent_values: (number | null)[] // of the two actions, by the agent's own search, in its unit
  seed: number | string // of the sampling
  seeds: number // independent repetitions, from which intervals come
  samples: number // sampled worlds for the known things
  seconds: number // that it took
  rules: string // fingerprint of the rules
  versions: Record<string, string> // of Joute, Python and NumPy
  command: string // what repeats it; empty: not made by a command
}

/** A question of the tree about the situation. */
export interface PathQuestion {
  words: Record<string, string> // as it is asked
  yes: boolean
}

/** What becomes of an action in the situation to which the questions lead. */
export interface ActionPath {
  action: string // its name
  left_by: number // the number of preferences after which it is still left; those that no action satisfies drop none
  share: number // how often the tree plays it: actions that it finds equal have equal shares
}

/** How a tree that imitates an agent chooses here. */
export interface SurrogatePath {
  agent: string // that it imitates
  fidelity: number | null // share of decisions on other deals in which it plays what the agent plays; null: not stated
  self_agreement: number | null // of the agent with another seed; null: not stated
  games: number | null // whose decisions it was fitted to; null: not stated
  leaves: number // of the tree
  worlds: number // sampled for the consequences of each action; 0: it reads facts alone
  questions: PathQuestion[] // from the root to the leaf
  preferences: Record<string, string>[] // there, in order: of the actions that are left, those that satisfy one stay, if any does
  first: boolean // of equal actions, the first legal one is played
  actions: ActionPath[] // the one that is played first
}

/** A person or a level on the ladder. */
export interface LadderPlayer {
  place: number
  name: string // of the person or of the level
  colour: string // of the person
  rating: number
  deviation: number
  games: number
  wins: number
  you: boolean
}

/** The best people of a game, and its levels. */
export interface LadderPage {
  game: string
  people: LadderPlayer[] // the best first, at most 100
  levels: LadderPlayer[] // the best first
}

/** A tournament. */
export interface TournamentInfo {
  id: string
  name: string
  game: string
  title: Bilingual
  options: Record<string, unknown>
  format: string
  agents: string[]
  seed: number | string // a large one in hexadecimal
  blocks: number
  games: number
  faults: number
  made: string
  changed: string
  ratings?: Record<string, unknown> | null
  rated?: string | null
}

/** A game of a tournament. */
export interface TournamentGame {
  record: string
  agents: string[]
  scores: number[]
  moves: number
}

/** Some games of a tournament. */
export interface TournamentGames {
  total: number
  games: TournamentGame[]
}

/** A connected bot, for people who look for one. */
export interface BotInfo {
  name: string
  games: string[] | null // null: all
  busy: number // number of games
  capacity: number // number of games at once
}

/** A study, before one takes part. */
export interface StudyInfo {
  name: string // in its address
  title: Bilingual // of the study
  consent: Bilingual // what participants agree to
  game: string // its name
  game_title: Bilingual // its title
  agent: string // a level, or an agent's text
  questions: number // before the examples, and again after them
  examples: number // between the questions
  minutes: number // about how long it takes
}

/** A position, as the agent's seat sees it. */
export interface StudyPosition {
  view: View // of the seat
  seat: number // the agent's
  names: string[] // of the players, by seat
  options: Record<string, unknown> // of the game that are not the default
  legal: string[] // the possible answers
  events: GameEvent[] // that led to the position
  story: GameEvent[] // everything so far, those events included
}

/** What the agent plays in an example, and why. */
export interface StudyExample {
  action: string // what it plays
  verdict: Record<string, string> | null // a sentence by language; null: the participant's group sees none
  reasons: ReasonInfo[] // at most three; empty: the participant's group sees none
}

/** How well a participant predicted the agent. */
export interface StudyScore {
  before: number // correct answers before the examples
  after: number // correct answers after them
  asked: number // number of questions each time
}

/** What a participant sees next. */
export interface StudyPage {
  phase: 'before' | 'example' | 'after' | 'over' // a question, an example, or the end
  place: number // number of pages before this one
  pages: number // in all
  position: StudyPosition | null // null: it is over
  example: StudyExample | null // of an example
  score: StudyScore | null // when it is over
}

/** The token of a participant, which is not stored and cannot be shown again, and the first page. */
export interface StudyJoined {
  token: string // to be sent with everything else
  page: StudyPage // the first one
}

/** The name and colour of a person. */
export interface Introduction {
  name?: string | null // 1 to 24 printable characters
  colour?: string | null // `#rrggbb`
  program?: boolean // answer with the token instead of a cookie
}

/** A seat of a new table. */
export interface AskedSeat {
  who: 'me' | 'open' | 'agent' | 'bot' // `me` at most once; `open`: a friend may join
  agent?: string // a level or an agent's text
  bot?: string // name of a connected bot
}

/** The clock of a new table. */
export interface AskedClock {
  bank: number // seconds for each seat at the start
  increment?: number // seconds added by each action
}

/** A new table. */
export interface NewTable {
  game: string // its name
  options?: Record<string, boolean | number | string> // of the game, by name
  seats?: AskedSeat[] | null // default: me and `medium` agents
  begins?: 'first' | 'random' // seats as given, or drawn when the game begins; only drawn seats are rated
  seed?: number | null // of all chance; such a table is not rated
  commitment?: string | null // from `POST /api/commitments`; null: the server draws a new secret
  nonce?: string // mixed into all chance
  hints?: boolean // hints and opinions
  take_back?: boolean // taking back
  spectators?: boolean // other people may watch
  public?: boolean // listed for everybody
  reactions?: boolean // ready-made reactions
  clock?: AskedClock | null // null: no clock
  pace?: number | null // least seconds between two actions of agents; default 0, 1 if only agents play
  thoughts?: boolean // send agents' opinions, if only agents play
}

/** Take an open seat. */
export interface Joining {
  seat?: number | null // null: any open one
  nonce?: string // mixed into all chance
}

/** Judge every decision of a record. */
export interface AskReview {
  agent?: string | null // null: the server's analyst
}

/** Take part in a study. */
export interface StudyConsent {
  agreed: true // to the text of its consent
}

/** A participant of a study. */
export interface StudyToken {
  token: string // from the consent
}

/** An answer to a question of a study, or an example that was read. */
export interface StudyAnswering {
  token: string // from the consent
  place: number // number of the page
  action?: string // what the agent plays, in the participant's opinion; empty after an example
  seconds?: number // until the answer
}

/** Play on from a decision of a game record, against the same agents. */
export interface TryAgain {
  ply: number // of the decision
  seat?: number | null // null: yours, else that of the first who decides there
}

/** A position to look at: where it starts, and what was tried since. */
export interface AnalysisRequest {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
}

/** Judge a decision of an analysis. */
export interface AnalysisQuestion {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
  seat: number // whose decision, from what it knows
  action?: string | null // to be judged; null: the one that the agent prefers
  agent?: string | null // null: the server's analyst
  samples?: 'quick' | 'full' // how much is sampled
}

/** A decision to look at in the lab. */
export interface LabDecision {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
  seat: number // whose decision, from what it knows
}

/** Explain a decision. */
export interface LabQuestion {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
  seat: number // whose decision, from what it knows
  action?: string | null // to be explained; null: the one that the agent chooses
  other?: string | null // to compare it with; null: the best other one
  agent?: string | null // whose choice is explained; null: what was played, or what the server's analyst chooses
  sampling?: number // seed of the sampled worlds
}

/** Follow a decision through a tree that imitates an agent. */
export interface LabTree {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
  seat: number // whose decision, from what it knows
  surrogate?: Record<string, unknown> | null // a file of `joute explain agent`; null: the tree of the game's expert that comes with Joute
}

/** The decisions of a game as a table; without a record, the game is what the actions lead to. */
export interface LabDecisions {
  record?: string | null // id of a finished game to start from
  ply?: number | null // position of that game; null: its last
  game?: string | null // without a record: its name
  options?: Record<string, boolean | number | string> // of the game, by name
  position?: Record<string, unknown> | null // as `Game.to_json` writes it, or a view of it; null: the first position of the game
  seed?: number | string | null // of chance and of what a view leaves open; null: the position's own chance, else 0
  viewer?: number | null // seat whose knowledge is shown; -1: a spectator; null: everything
  actions?: Record<string, string>[] // rows tried since, by seat
  names?: string[] | null // of the players, by seat, if the game is not on this server
  agent?: string | null // that judges every decision; null: the opinions in the record
}

/** Let an agent play a game against itself. */
export interface LabGame {
  game: string // its name
  options?: Record<string, boolean | number | string> // of the game, by name
  agent: string // on every seat
  seed?: number // of all chance
}

/** A game record or a position, as JSON or as text. */
export interface ImportedText {
  text: string // what `joute replay --export` and the analysis board export
}

/** Choose an action. */
export interface Play {
  type: 'play'
  answers: number // number of the open question
  action: string // its name
  id?: number | null // comes back with the answer
}

/** The host begins; a level takes the open seats. */
export interface Begin {
  type: 'begin'
  id?: number | null // comes back with the answer
}

/** Ask for the opinion of the game's advisor; the game is then not rated, unless only one action is legal. */
export interface Hint {
  type: 'hint'
  unrated?: boolean // accept that a rated game is not rated from now on
  id?: number | null // comes back with the answer
}

/** Ask for the opinion of an agent; the game is then not rated, unless only one action is legal. */
export interface AskOpinion {
  type: 'opinion'
  unrated?: boolean // accept that a rated game is not rated from now on
  agent?: string | null // null: the game's advisor
  action?: string | null // to be judged: why not this one? null: the one that the agent prefers
  id?: number | null // comes back with the answer
}

/** Go back to one's last decision, when playing agents alone; the game is then not rated. */
export interface TakeBack {
  type: 'take_back'
  unrated?: boolean // accept that a rated game is not rated from now on
  id?: number | null // comes back with the answer
}

/** Resign. */
export interface Resign {
  type: 'resign'
  id?: number | null // comes back with the answer
}

/** Let a level play for me. */
export interface Leave {
  type: 'leave'
  id?: number | null // comes back with the answer
}

/** Take one's seat again. */
export interface ComeBack {
  type: 'return'
  id?: number | null // comes back with the answer
}

/** Ask for another game with all who want one; the other people's seats are open. */
export interface Rematch {
  type: 'rematch'
  same_deal?: boolean // with the same cards and chance, if all who play it ask for that
  rotate?: boolean // everybody moves on by one seat, unless seats are drawn
  id?: number | null // comes back with the answer
}

/** Send a ready-made reaction. */
export interface React {
  type: 'react'
  reaction: string // its name
  id?: number | null // comes back with the answer
}

/** Change the pace of a table of agents. */
export interface Pace {
  type: 'pace'
  seconds: number | null // between two actions; null: pause
  id?: number | null // comes back with the answer
}

/** Let a paused table of agents make one move. */
export interface SingleStep {
  type: 'step'
  id?: number | null // comes back with the answer
}

/** Let thinking agents answer now; the game is then not rated. */
export interface Hurry {
  type: 'hurry'
  unrated?: boolean // accept that a rated game is not rated from now on
  id?: number | null // comes back with the answer
}

/** Let agents wait until they are prepared, instead of a simple one that plays for them. */
export interface AwaitAgents {
  type: 'wait'
  id?: number | null // comes back with the answer
}

/** Ask for missed updates. */
export interface CatchUp {
  type: 'catch_up'
  since: number // number of the last update that came
  id?: number | null // comes back with the answer
}

/** Ask for a pong. */
export interface Ping {
  type: 'ping'
  id?: number | null // comes back with the answer
}

export type ServerMessage =
  | StateMessage
  | UpdateMessage
  | ThinkingMessage
  | PreparingMessage
  | PresenceMessage
  | OkMessage
  | PongMessage
  | OpinionMessage
  | RefusedMessage
  | ByeMessage

export type ClientMessage =
  | Play
  | Begin
  | Hint
  | AskOpinion
  | TakeBack
  | Resign
  | Leave
  | ComeBack
  | Rematch
  | React
  | Pace
  | SingleStep
  | Hurry
  | AwaitAgents
  | CatchUp
  | Ping
