/** What happens in Barbu, one thing after another: a contract, a card, a full trick, a card laid, a pass, the scores of a deal, new hands. */

import { CARD, MOMENT, NOTE, REVEAL, TRICK } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import type { Contract } from './contracts'
import { waitedFor } from './layout'
import type { DealEnded, View } from './view'

const SWEEP = 500 // milliseconds in which a trick goes to its taker
const PASS = 700 // milliseconds in which one sees that somebody passes

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view = before
  return events.flatMap((event): Frame<View>[] => {
    const seat = event.seat as number
    switch (event.kind) {
      case 'named': {
        const contract = event.contract as Contract
        const waited_for = contract === 'reussite' ? waitedFor([]) : []
        view = { ...view, contract, named: [...view.named, contract], mover: event.opener as number, waited_for }
        return [{ view, events: [event], milliseconds: REVEAL }]
      }
      case 'played':
        view = withoutCard(view, seat, event.card as string)
        view = { ...view, table: [...view.table, { seat, card: event.card as string }] }
        return [{ view, events: [event], milliseconds: CARD }]
      case 'laid':
        view = withoutCard(view, seat, event.card as string)
        view = { ...view, waited_for: waitedFor(view.played) }
        return [{ view, events: [event], milliseconds: CARD }]
      case 'passed':
        view = { ...view, mover: next(view, seat) }
        return [{ view, events: [event], milliseconds: PASS }]
      case 'trick': {
        const full = { ...view, mover: seat }
        view = taken(full, event)
        return [
          { view: full, events: [event], milliseconds: TRICK },
          { view, events: [], milliseconds: SWEEP },
        ]
      }
      case 'deal ended':
        view = ended(view, event as unknown as DealEnded)
        return [{ view, events: [event], milliseconds: MOMENT, moment: true }]
      case 'dealt':
        return [{ view: after, events: [event], milliseconds: REVEAL }]
      default:
        return [{ view: event.kind === 'out' ? view : after, events: [event], milliseconds: NOTE }]
    }
  })
}

/** The seat whose turn it is after another: the next one that holds cards. */
function next(view: View, seat: number): number {
  for (let step = 1; step <= view.sizes.length; step += 1) {
    const other = (seat + step) % view.sizes.length
    if ((view.sizes[other] ?? 0) > 0) return other
  }
  return seat
}

/** The table after a card left a hand. */
function withoutCard(view: View, seat: number, card: string): View {
  const left = {
    ...view,
    played: [...view.played, card],
    sizes: view.sizes.map((size, index) => (index === seat ? size - 1 : size)),
    hands: view.hands.map((hand, index) => (index === seat ? (hand?.filter((held) => held !== card) ?? null) : hand)),
  }
  return { ...left, mover: view.contract === 'reussite' ? next(left, seat) : (seat + 1) % view.sizes.length }
}

/** The table after its taker has taken the trick. */
function taken(view: View, event: GameEvent): View {
  const seat = event.seat as number
  const add = (counts: number[], more: number): number[] => counts.map((count, index) => (index === seat ? count + more : count))
  return {
    ...view,
    table: [],
    tricks: add(view.tricks, 1),
    hearts: add(view.hearts, event.hearts as number),
    queens: add(view.queens, event.queens as number),
    king: event.king ? seat : view.king,
  }
}

/** The table when a deal has ended: its line is on the sheet. */
function ended(view: View, event: DealEnded): View {
  const line = { declarer: event.declarer, contract: event.contract, points: event.points, expected: event.expected }
  return { ...view, mover: null, points: event.totals, sheet: [...view.sheet, line] }
}
