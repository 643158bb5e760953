/** The ten characters and the actions as people say them. */

import { say } from '../../lib/language.svelte'

export const CARDS = ['spy', 'guard', 'priest', 'baron', 'handmaid', 'prince', 'chancellor', 'king', 'countess', 'princess'] as const
export type CardName = (typeof CARDS)[number]

/** Cards that need another player. */
export const AIMED: CardName[] = ['guard', 'priest', 'baron', 'king']

export function valueOf(card: CardName): number {
  return CARDS.indexOf(card)
}

export function cardTitle(card: string): string {
  return CARDS.includes(card as CardName) ? say(`ll_${card as CardName}`) : card
}

/** An action taken apart: the card, whom it concerns, which card is named, and what a Chancellor keeps and puts back. */
export interface Move {
  action: string
  card: CardName
  target: number | null
  guess: CardName | null
  keep: CardName | null
  bottom: CardName[]
}

export function taken(action: string): Move {
  const chancellor = /^chancellor keep (\w+)(?:, bottom (.*))?$/.exec(action)
  if (chancellor) {
    const bottom = (chancellor[2] ?? '').split(', ').filter(Boolean) as CardName[]
    return { action, card: 'chancellor', target: null, guess: null, keep: chancellor[1] as CardName, bottom }
  }
  const [, card, target, guess] = /^(\w+)(?:>(\d+))?(?::(\w+))?$/.exec(action) ?? []
  return {
    action,
    card: card as CardName,
    target: target === undefined ? null : Number(target),
    guess: (guess as CardName) ?? null,
    keep: null,
    bottom: [],
  }
}

/** The action in words. */
export function spokenAction(action: string, nameOf: (seat: number) => string): string {
  const move = taken(action)
  if (!move.card) return action
  const parts = [cardTitle(move.keep ? 'chancellor' : move.card)]
  if (move.target !== null) parts.push(`→ ${nameOf(move.target)}`)
  if (move.keep) parts.push(say('llKeeps', { card: cardTitle(move.keep), cards: move.bottom.map(cardTitle).join(', ') }))
  const said = parts.join(' ')
  return move.guess ? say('llGuessing', { played: said, card: cardTitle(move.guess) }) : said
}
