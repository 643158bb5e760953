/** What travels between this client and the server; docs/wire.md says it in words. */

import type { Happening, Opinion } from '../games/contract'
import type { Both } from '../lib/language.svelte'

export interface Setting {
  name: string
  kind: 'int' | 'float' | 'bool' | 'str'
  default: number | string | boolean
  low: number | null
  high: number | null
  choices: (number | string)[]
  meaning: Both
}

export interface Game {
  name: string
  title: Both
  nature: Both
  hidden: boolean
  simultaneous: boolean
  chance: boolean
  seats: { fewest: number; most: number; usual: number; option: string | null }
  scores: { lowest: number; highest: number }
  options: Setting[]
  levels: { name: string; title: Both; agent: string }[]
  agents: { name: string; summary: Both; settings: Setting[] }[]
}

export interface Me {
  id: number | string
  name: string
  colour: string
}

export interface Seat {
  seat: number
  kind: 'person' | 'open' | 'agent' | 'bot'
  name: string
  colour: string
  agent: string | null
  level: string | null
  present: boolean
  stand_in: string | null
}

export interface Clock {
  left: number[]
  running: number[]
  increment: number
}

export interface Table {
  id: string
  game: string
  title: Both
  options: Record<string, unknown>
  status: 'open' | 'playing' | 'over'
  host: boolean
  you: number | null
  people: number
  next: string | null // the table of the rematch
  made: string
  rated: boolean
  assisted: boolean
  seats: Seat[]
  settings: {
    hints: boolean
    take_back: boolean
    spectators: boolean
    public: boolean
    reactions: boolean
    clock: { bank: number; increment: number } | null
    pace: number
    thoughts: boolean
  }
  may: { begin: boolean; hint: boolean; take_back: boolean; resign: boolean; rematch: boolean; leave: boolean; pace: boolean }
  rematch: { wanted_by: number[]; same_deal: boolean }
  spectators: number
}

export interface Turn {
  answers: number
  movers: number[]
  chosen: number[]
  mine: boolean
  chose: string | null
  legal: string[]
}

export interface Result {
  reason: 'complete' | 'resigned' | 'time_out'
  scores: number[] | null
  winners: number[]
  shares: number[]
  loser?: number
}

/** Any game's view: its board knows the rest. */
export type View = { game: string; viewer: number | null } & Record<string, unknown>

export interface StateMessage {
  type: 'state'
  seq: number
  table: Table
  view: View | null
  turn: Turn | null
  clock: Clock | null
  result: Result | null
  story: Happening[]
}

export interface UpdateMessage {
  type: 'update'
  seq: number
  what: string
  by: number[]
  events?: Happening[]
  view?: View
  turn?: Turn | null
  clock?: Clock | null
  table?: Table
  result?: Result | null
  reaction?: string
  thoughts?: Record<string, Opinion>
}

export interface Refusal {
  code: string
  text: Both
  expected?: unknown
}

export type ServerMessage =
  | StateMessage
  | UpdateMessage
  | { type: 'thinking'; seats: number[] }
  | { type: 'presence'; present: number[]; spectators: number }
  | { type: 'ok'; id?: number }
  | ({ type: 'refused'; id?: number } & Refusal)
  | { type: 'opinion'; id?: number; answers: number; opinion: Opinion }
  | { type: 'pong'; id?: number }
  | ({ type: 'bye' } & Refusal)

export interface SeatWish {
  who: 'me' | 'open' | 'agent' | 'bot'
  agent?: string
  bot?: string
}

export interface TableWish {
  game: string
  options?: Record<string, unknown>
  seats?: SeatWish[]
  begins?: 'first' | 'random'
  seed?: number | null
  hints?: boolean
  take_back?: boolean
  spectators?: boolean
  public?: boolean
  reactions?: boolean
  clock?: { bank: number; increment: number } | null
  pace?: number
  thoughts?: boolean
}

export interface Summary {
  id: string
  game: string
  title: Both
  options: Record<string, unknown>
  made: string
  ended: string | null
  seats: { name: string; agent: string | null }[]
  you: number | null
  result: Result | null
  moves: number
  assisted: boolean
}

export interface Step {
  ply: number
  view: View
  events: Happening[]
  movers: number[]
  choices?: Record<string, string>
  seconds?: Record<string, number>
}

export interface Decision {
  ply: number
  seat: number
  agent: string
  action: string
  cost: number | null
  opinion: Opinion
}

export interface Analysis {
  status: 'none' | 'working' | 'done'
  done: number
  of: number
  agent: string
  unit: 'score' | 'win' // what values are: scores, or chances to win
  decisions: Decision[]
}
