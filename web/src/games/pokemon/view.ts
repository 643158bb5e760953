/** What the server shows of a battle, and what is printed on the creatures. */

import type { Both } from '../../lib/language.svelte'

export interface Attack {
  name: string
  type: string
  pp: number
  full_pp: number
}

export interface Creature {
  name: string
  kind: string
  type: string
  hp: number
  full_hp: number
  attack_bonus: number
  defence_bonus: number
  statuses: Record<string, number>
  attacks: Attack[]
}

export interface Side {
  rocks: number
  active: number | null // a place in the team; null before the leads are chosen
  creatures: Creature[]
}

export interface View {
  viewer: number | null
  turn: number
  phase: string
  sides: [Side, Side]
  act?: Act // what is being shown, by frames.ts
}

/** What floats up from a creature. */
export type Float =
  | { seat: number; kind: 'hp'; amount: number } // lost (below 0) or regained
  | { seat: number; kind: 'effect'; factor: number } // of an attack's type
  | { seat: number; kind: 'uses'; attack: string }
  | { seat: number; kind: 'status' | 'over'; status: string }
  | { seat: number; kind: 'attack' | 'defence'; factor: number; up: boolean }
  | { seat: number; kind: 'rocks' | 'cleared' | 'nothing' | 'held' | 'first' }

/** One beat of a turn. */
export interface Act {
  beat: 'enter' | 'strike' | 'hit' | 'faint' | 'note' | 'turn'
  seat: number // who enters, strikes, is hit or faints
  type?: string // of the attack that strikes
  power?: boolean // whether it has any
  floats: Float[]
}

export interface Printed {
  creatures?: Record<string, { title: Both; attack?: number; defence?: number; speed?: number }>
  attacks?: Record<string, { title: Both; type: string; power: number; pp: number; text: Both }>
  types?: Record<string, Both>
  effect?: Record<string, Record<string, number>>
  statuses?: Record<string, Both>
}

/** Each type's colours, by day and by lamplight: a ground, text on it, and the colour itself for drawings. */
export const TYPE_COLOURS: Record<string, { wash: string; ink: string; full: string }> = {
  plant: { wash: 'light-dark(#cfe8c9, #24482b)', ink: 'light-dark(#1d4d20, #d5f2cf)', full: '#58b24a' },
  water: { wash: 'light-dark(#cbe1f5, #1c3f66)', ink: 'light-dark(#123f6b, #d3e8fb)', full: '#3f97e0' },
  flying: { wash: 'light-dark(#dfe0f2, #3a3d70)', ink: 'light-dark(#343877, #e3e4fb)', full: '#8f97de' },
  electric: { wash: 'light-dark(#f8e7a6, #55440b)', ink: 'light-dark(#5c4600, #fdeeb4)', full: '#f5c518' },
  ground: { wash: 'light-dark(#ecd6ba, #573c22)', ink: 'light-dark(#5a3714, #f5e2cb)', full: '#b98a54' },
  fire: { wash: 'light-dark(#f9d0bb, #6b2c18)', ink: 'light-dark(#7a2410, #fddccd)', full: '#f0762f' },
  normal: { wash: 'light-dark(#e3ded6, #45414f)', ink: 'light-dark(#403a33, #ece7df)', full: '#a9a298' },
}

/** A type's colours as variables for a style. */
export function colours(type: string): string {
  const found = TYPE_COLOURS[type] ?? TYPE_COLOURS.normal!
  return `--wash: ${found.wash}; --type-ink: ${found.ink}; --full: ${found.full}`
}

/** The creature in battle. */
export function activeOf(side: Side): Creature | undefined {
  return side.active === null ? undefined : side.creatures[side.active]
}

/** Each type's sign, drawn in 24 x 24. */
const GLYPHS: Record<string, string> = {
  fire: 'M12 2c1 5 7 7 7 13a7 7 0 0 1-14 0c0-3 2-4 2-7 2 1 3 2 3 4 2-3 2-6 2-10z',
  water: 'M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z',
  plant: 'M3 20C3 9 10 3 21 3c0 11-6 18-15 17M6 18L15 9',
  electric: 'M14 2L5 13h6l-2 9 10-12h-6z',
  ground: 'M4 16l3-9 7-3 6 6-1 8-8 3z',
  flying: 'M3 21C5 9 11 3 21 3c-1 9-7 14-16 15M8 15l7-7',
  normal: 'M12 2l3 7 7 1-5 5 1 7-6-4-6 4 1-7-5-5 7-1z',
}

export function glyph(type: string): string {
  return GLYPHS[type] ?? GLYPHS.normal!
}
