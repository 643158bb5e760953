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
  active: number
  creatures: Creature[]
}

export interface View {
  viewer: number | null
  turn: number
  phase: string
  sides: [Side, Side]
}

export interface Printed {
  creatures?: Record<string, { title: Both }>
  attacks?: Record<string, { title: Both; type: string; power: number; pp: number; text: Both }>
  types?: Record<string, Both>
  effect?: Record<string, Record<string, number>>
  statuses?: Record<string, Both>
}

export const TYPE_COLOURS: Record<string, { wash: string; ink: string }> = {
  plant: { wash: '#cfe8c9', ink: '#1d4d20' },
  water: { wash: '#cbe1f5', ink: '#123f6b' },
  flying: { wash: '#dfe0f2', ink: '#343877' },
  electric: { wash: '#f8e7a6', ink: '#5c4600' },
  ground: { wash: '#ecd6ba', ink: '#5a3714' },
  fire: { wash: '#f9d0bb', ink: '#7a2410' },
  normal: { wash: '#e3ded6', ink: '#403a33' },
}
