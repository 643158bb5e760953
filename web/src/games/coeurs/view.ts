/** What a seat at the felt knows. */

import type { Laid } from './places'

export interface View {
  deals: number
  deals_over: number
  opener: number // who plays first in this deal
  trick: number
  mover: number | null
  led: string | null
  table: Laid[]
  hands: (string[] | null)[]
  sizes: number[]
  played: string[] // in this deal, in the order of play
  hearts: number[]
  points: number[]
  viewer: number | null
}
