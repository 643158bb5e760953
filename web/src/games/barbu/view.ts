/** What a seat knows of a deal of Barbu. */

import type { Laid } from '../coeurs/places'
import type { Contract } from './contracts'

/** A deal that is over. */
export interface DealLine {
  declarer: number
  contract: Contract
  points: number[]
  expected: number | null // the points that a simulation with the declarer's hand expects for it; null: that hand is not known
}

export interface View {
  declarers: number
  deals_over: number
  declarer: number | null
  opener: number | null
  contract: Contract | null
  named: Contract[]
  mover: number | null
  table: Laid[]
  waited_for: string[] // in a Réussite: the cards that can be laid next
  hands: (string[] | null)[]
  sizes: number[]
  played: string[] // in the order of play
  tricks: number[]
  hearts: number[]
  queens: number[]
  king: number | null
  points: number[]
  sheet: DealLine[]
  viewer: number | null
}

/** The words of the event that ends a deal. */
export interface DealEnded extends DealLine {
  deal: number
  totals: number[]
  slam: number | null
}
