/** What the table hands to a game's board, and what a board may ask of the table: the same for every game. */

import type { Component } from 'svelte'
import type { Key } from '../lib/english'
import type { Sound } from '../lib/sound.svelte'
import type { GameEvent, JudgementInfo, OpinionInfo } from '../wire/types'
import type { Worth } from '../why/worth'
import type { Reviewed } from './marks'

/** Someone on a seat, as everybody may see them. */
export interface Player {
  seat: number
  name: string
  detail: string // an agent's level or its text
  colour: string // a CSS colour, from the theme
  kind: 'human' | 'agent' | 'open'
  here: boolean // connected, or an agent
  thinking: boolean
}

export type { GameEvent }
export type Judgement = JudgementInfo
export type Opinion = OpinionInfo

/** Part of what happened, as the table shows it: what the board looks like, and for how long at normal speed. */
export interface Frame<View = unknown> {
  view: View
  events: GameEvent[] // usually one; all are announced and logged
  milliseconds: number
  moment?: boolean // the game's sheet is shown over the board, until somebody closes it or the time is over
}

/** The props of a sheet at the end of a round, a deal or a turn. */
export interface MomentProps<View> {
  view: View
  events: GameEvent[] // of the frame
  story: GameEvent[] // everything up to them, the oldest first
  seat: number // whose view this is; -1: a spectator's
  players: Player[]
}

/** The props of a board. `View` is what the game's own `to_json` sends. */
export interface BoardProps<View> {
  view: View
  seat: number // whose view this is; -1: a spectator's
  legal: string[] // what this seat may do now, by name; empty when it is not its turn
  players: Player[]
  events: GameEvent[] // of the frame that is shown, to animate; the table itself announces and logs them
  story: GameEvent[] // all events so far, those of the frame included, the oldest first
  chose: string | null // what this seat has chosen while others still choose
  hint: Opinion | null // when hints are on and one was asked for
  reviewed?: Reviewed | null // in a review: the actions to mark
  over: boolean
  act: (action: string) => void
}

export type Board = Component<BoardProps<never>>
export type Moment = Component<MomentProps<never>>

/** How a game is talked about at one table, in the current language: the wire's short names as a person reads them. */
export interface Voice {
  action: (action: string) => string
  word: (text: string) => string // a card or a seat, as beliefs name them
  sentence: (texts: Record<string, string>) => string // a sentence of the server
  worth: (unit: 'score' | 'win') => Worth // what values mean
}

/** The props of a position's editor. `Position` is what the game's `to_json` writes with nothing hidden; what follows from the rest may be left out. */
export interface EditorProps<Position> {
  position: Position
  players: Player[]
  change: (position: Position) => void // the server checks it
}

export type Editor = Component<EditorProps<never>>

/** What a game brings to the client. */
export interface GameClient {
  board: Board
  frames?: (before: never, events: GameEvent[], after: never, seat: number) => Frame[] // of one step; by default one for each event
  moment?: Moment // the sheet of frames that are moments
  unit?: {
    name: Key // of what can be shown once more, such as the last trick
    ends: (event: GameEvent, seat: number) => boolean // its last event
    precedes?: (event: GameEvent) => boolean // an event before its first one, such as the dealing: not shown once more
  }
  sound?: (event: GameEvent, seat: number) => Sound | null // of an event; null: silent
  spoken: (action: string, nameOf: (seat: number) => string) => string // an action, in the current language
  card?: (text: string) => string // a card as beliefs name it
  lost: (options: Record<string, unknown>) => number | null // what a lost game scores where a won one scores 1; null: points are counted
  editor?: () => Promise<{ default: Editor }> // to set up positions by hand
  dealt?: boolean // false: nothing is dealt, so that there is no same deal to play again
  tally?: ((view: never) => number[]) | null // what the players count at the end, where it is not the score itself; null: nothing
}
