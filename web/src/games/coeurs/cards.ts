/** Cards as the wire writes them (`10S`, `QH`) and as people say and see them. */

import { say, tongue } from '../../lib/language.svelte'

export type Suit = 'D' | 'S' | 'C' | 'H'

export const SUIT_SIGNS: Record<Suit, string> = { D: '♦', S: '♠', C: '♣', H: '♥' }
const ORDER: Record<Suit, number> = { S: 0, D: 1, C: 2, H: 3 } // colours alternate in a hand
const RANKS = ['7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const FRENCH: Record<string, string> = { J: 'V', Q: 'D', K: 'R', A: 'A' }

export function suitOf(card: string): Suit {
  return card.at(-1) as Suit
}

export function rankOf(card: string): string {
  return card.slice(0, -1)
}

/** The letter in the corner: French players expect V, D, R. */
export function index(card: string): string {
  const rank = rankOf(card)
  return tongue.current === 'fr' ? (FRENCH[rank] ?? rank) : rank
}

export function cardName(card: string): string {
  const suits: Record<Suit, string> = { D: say('coeursDiamonds'), S: say('coeursSpades'), C: say('coeursClubs'), H: say('coeursHearts') }
  const figures: Record<string, string> = { J: say('coeursJack'), Q: say('coeursQueen'), K: say('coeursKing'), A: say('coeursAce') }
  const rank = rankOf(card)
  return say('coeursCard', { rank: figures[rank] ?? rank, suit: suits[suitOf(card)] })
}

export function sorted(cards: string[]): string[] {
  return [...cards].sort((one, two) => ORDER[suitOf(one)] - ORDER[suitOf(two)] || RANKS.indexOf(rankOf(one)) - RANKS.indexOf(rankOf(two)))
}

export function isHigher(card: string, other: string): boolean {
  return RANKS.indexOf(rankOf(card)) > RANKS.indexOf(rankOf(other))
}
