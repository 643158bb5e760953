/** What a seat at the felt knows. */

import type { Laid } from './places'

export interface View {
  deals: number
  deals_over: number
  trick: number
  mover: number
  led: string | null
  table: Laid[]
  hands: (string[] | null)[]
  sizes: number[]
  hearts: number[]
  points: number[]
  viewer: number | null
}
