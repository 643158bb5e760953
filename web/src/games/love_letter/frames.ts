/** What happens in a round, one thing after another: a card, what it does, who is out, how it ends. */

import { CARD, DAMAGE, MOMENT, NOTE, REVEAL } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import type { Chair, View } from './view'
import type { CardName } from './words'

const SHOWDOWN = 1800
const ENDS = ['round won', 'spy', 'ended'] // shown together, on the sheet of the round

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view = before
  const shown: Frame<View>[] = []
  const end: GameEvent[] = []
  for (const event of events) {
    if (ENDS.includes(event.kind)) {
      end.push(event)
      continue
    }
    view = event === events.at(-1) && ARRIVALS.includes(event.kind) ? after : next(view, event, after)
    shown.push({ view, events: [event], milliseconds: lasting(event) })
  }
  if (end.length) shown.push({ view: after, events: end, milliseconds: MOMENT, moment: true })
  return shown
}

/** Whether this was the end of what can be shown once more: all since my last card, until I draw; for others, one turn. */
export function endsTurn(event: GameEvent, seat: number): boolean {
  return event.kind === 'ended' || (event.kind === 'drawn' && (seat < 0 || event.seat === seat))
}

const ARRIVALS = ['drawn', 'dealt', 'replaced', 'searched', 'stirred', 'face up', 'leader']

function lasting(event: GameEvent): number {
  switch (event.kind) {
    case 'played':
      return event.guess ? REVEAL : CARD
    case 'looked':
      return event.seen ? 1.6 * REVEAL : REVEAL
    case 'compared':
      return event.cards ? 1.6 * REVEAL : REVEAL
    case 'missed':
    case 'traded':
      return REVEAL
    case 'out':
      return 1.2 * REVEAL
    case 'showdown':
      return SHOWDOWN
    case 'discarded':
    case 'leader':
      return DAMAGE
    case 'searched':
    case 'stirred':
    case 'protected':
      return CARD
    default:
      return NOTE
  }
}

/** The table after an event in the middle of a step; turn and tokens change only when the step is over. */
function next(view: View, event: GameEvent, after: View): View {
  const { seat, target, card } = event as unknown as { seat: number; target: number; card: CardName }
  switch (event.kind) {
    case 'played':
      return changed(view, seat, (chair) => ({
        ...chair,
        hand: without(chair.hand, card),
        played: [...chair.played, card],
        spy: chair.spy || card === 'spy',
      }))
    case 'discarded':
    case 'out':
      return changed(view, seat, (chair) => ({
        ...chair,
        hand: [],
        played: [...chair.played, card],
        spy: chair.spy || card === 'spy',
        in: chair.in && event.kind !== 'out',
        protected: chair.protected && event.kind !== 'out',
      }))
    case 'looked':
      return event.seen ? changed(view, target, (chair) => ({ ...chair, hand: [event.seen as CardName] })) : view
    case 'compared':
      return event.cards ? revealed(view, event.cards as Record<string, CardName>) : view
    case 'showdown':
      return revealed(view, event.hands as Record<string, CardName>)
    case 'traded':
      return [seat, target].reduce((so, one) => changed(so, one, (chair) => ({ ...chair, hand: after.table.seats[one]!.hand })), view)
    case 'protected':
      return changed(view, seat, (chair) => ({ ...chair, protected: true }))
    case 'replaced':
      return changed(view, seat, (chair) => ({ ...chair, hand: [card ?? null] }))
    default:
      return view
  }
}

function changed(view: View, seat: number, change: (chair: Chair) => Chair): View {
  return { ...view, table: { ...view.table, seats: view.table.seats.map((chair, index) => (index === seat ? change(chair) : chair)) } }
}

function revealed(view: View, cards: Record<string, CardName>): View {
  return Object.entries(cards).reduce((so, [seat, card]) => changed(so, Number(seat), (chair) => ({ ...chair, hand: [card] })), view)
}

/** A hand without a card that was played; of a hand that is not known, the card drawn last goes. */
function without(hand: (CardName | null)[], card: CardName): (CardName | null)[] {
  const known = hand.indexOf(card)
  const place = known >= 0 ? known : hand.lastIndexOf(null)
  return hand.filter((_, index) => index !== place)
}
