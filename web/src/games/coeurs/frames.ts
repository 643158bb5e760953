/** What happens at the felt, one thing after another: a card, a full trick that goes to its taker, the scores of a deal, new hands. */

import { CARD, MOMENT, NOTE, REVEAL, TRICK } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import type { View } from './view'

const SWEEP = 500 // milliseconds in which a trick goes to its taker

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view = before
  return events.flatMap((event): Frame<View>[] => {
    switch (event.kind) {
      case 'played':
        view = withCard(view, event.seat as number, event.card as string)
        return [{ view, events: [event], milliseconds: CARD }]
      case 'trick': {
        const full = { ...view, mover: event.seat as number }
        view = taken(full, event.seat as number, event.hearts as number)
        return [
          { view: full, events: [event], milliseconds: TRICK },
          { view, events: [], milliseconds: SWEEP },
        ]
      }
      case 'deal ended':
        view = { ...view, mover: null, points: event.totals as number[] }
        return [{ view, events: [event], milliseconds: MOMENT, moment: true }]
      case 'dealt':
        return [{ view: after, events: [event], milliseconds: REVEAL }]
      default:
        return [{ view: after, events: [event], milliseconds: NOTE }]
    }
  })
}

/** The table after a card went from a hand to the felt; the trick is still there when it is full. */
function withCard(view: View, seat: number, card: string): View {
  return {
    ...view,
    table: [...view.table, { seat, card }],
    played: [...view.played, card],
    sizes: view.sizes.map((size, index) => (index === seat ? size - 1 : size)),
    hands: view.hands.map((hand, index) => (index === seat ? (hand?.filter((held) => held !== card) ?? null) : hand)),
    mover: (seat + 1) % view.sizes.length,
  }
}

/** The table after its taker has taken the trick. */
function taken(view: View, seat: number, hearts: number): View {
  return { ...view, table: [], hearts: view.hearts.map((count, index) => (index === seat ? count + hearts : count)) }
}
