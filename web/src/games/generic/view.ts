/** How a view of any game lies on the table: what `joute.core.layout` writes, by language. */

import type { Language } from '../../lib/language.svelte'

export interface Cell {
  text?: string
  seat?: number // whose piece lies on it
  name?: string // as events call it
  actions?: string[] // what a tap may mean
  marked?: boolean
}

export interface Card {
  text?: string
  actions?: string[]
  hidden?: boolean
}

export interface GridPart {
  kind: 'grid'
  rows: Cell[][] // the top row first
  columns?: string[] // what stands under them
  sides?: string[] // what stands beside the rows
  title?: string
}

export interface HandPart {
  kind: 'hand'
  cards: Card[]
  seat?: number
  title?: string
}

export interface PilePart {
  kind: 'pile'
  count: number
  title?: string
  seat?: number
  actions?: string[]
}

export interface CounterPart {
  kind: 'counter'
  value: number | string
  title: string
  seat?: number
}

export interface TextPart {
  kind: 'text'
  text: string
}

export type Part = GridPart | HandPart | PilePart | CounterPart | TextPart

export interface Drawn {
  parts?: Part[]
  text?: string // where the game has no layout
  names: Record<string, string> // of actions, where they are called otherwise in this language
}

export type View = { board: Record<Language, Drawn> & { movers: number[] } }
