/** What happens on the board, one thing after another: a stroke, and at the end the line through the winning four. */

import { CARD, TRICK } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import type { View } from './view'

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  const stroke: View = { ...after, mover: before.mover, over: false, winner: null, line: [] }
  const ends = events.some((event) => event.kind === 'ended')
  return events.map((event) =>
    event.kind === 'ended'
      ? { view: after, events: [event], milliseconds: TRICK }
      : { view: ends ? stroke : after, events: [event], milliseconds: CARD },
  )
}
