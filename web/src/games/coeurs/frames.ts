/** What happens at the felt, one thing after another: a card, a full trick, the scores of a deal. */

import { CARD, MOMENT, NOTE, REVEAL, TRICK } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import type { View } from './view'

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view = before
  return events.map((event): Frame<View> => {
    switch (event.kind) {
      case 'played':
        view = withCard(view, event.seat as number, event.card as string)
        return { view, events: [event], milliseconds: CARD }
      case 'trick':
        return { view, events: [event], milliseconds: TRICK }
      case 'deal ended':
        view = { ...view, table: [], points: event.totals as number[], hearts: event.hearts as number[] }
        return { view, events: [event], milliseconds: MOMENT, moment: true }
      case 'dealt':
        return { view: after, events: [event], milliseconds: REVEAL }
      default:
        return { view: after, events: [event], milliseconds: NOTE }
    }
  })
}

/** The table after a card went from a hand to the felt; the trick is still there when it is full. */
function withCard(view: View, seat: number, card: string): View {
  return {
    ...view,
    table: [...view.table, { seat, card }],
    sizes: view.sizes.map((size, index) => (index === seat ? size - 1 : size)),
    hands: view.hands.map((hand, index) => (index === seat ? (hand?.filter((held) => held !== card) ?? null) : hand)),
    mover: (seat + 1) % view.sizes.length,
  }
}
