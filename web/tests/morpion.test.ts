import { expect, test } from 'vitest'
import './browser'
import type { GameEvent } from '../src/games/contract'
import { frames } from '../src/games/morpion/frames'
import { strike } from '../src/games/morpion/squares'
import type { View } from '../src/games/morpion/view'

function happened(kind: string): GameEvent {
  return { kind, text: { en: kind, fr: kind } } as GameEvent
}

const before: View = { board: ['XXX.', 'OOO.'], last: 'c2', mover: 0, over: false, winner: null, line: [] }
const after: View = { board: ['XXXX', 'OOO.'], last: 'd1', mover: 0, over: true, winner: 0, line: ['a1', 'b1', 'c1', 'd1'] }

test('the last stroke is seen before the winning line goes through it', () => {
  const [stroke, line] = frames(before, [happened('placed'), happened('ended')], after)
  expect([stroke!.view.board, stroke!.view.line, stroke!.view.over]).toEqual([after.board, [], false])
  expect(stroke!.milliseconds).toBeGreaterThanOrEqual(600)
  expect(line!.view).toBe(after)
  expect(line!.milliseconds).toBeGreaterThanOrEqual(1000)
})

test('a stroke in the middle of a game is one frame with the next to move', () => {
  const next: View = { ...before, board: ['XXX.', 'OOOX'], last: 'd2', mover: 1 }
  expect(frames(before, [happened('placed')], next)).toEqual([{ view: next, events: [happened('placed')], milliseconds: 600 }])
})

test('the line begins before the first of the four and ends after the last', () => {
  const numbers = (line: string[]): number[] => strike(line).slice(1).split(/[L ]/).map(Number)
  const [fromX, fromY, toX, toY] = numbers(['a1', 'b1', 'c1', 'd1'])
  expect(fromY).toBe(toY)
  expect(fromX).toBeLessThan(44) // the middle of a1
  expect(toX).toBeGreaterThan(164) // the middle of d1
  const [left, low, right, high] = numbers(['a4', 'b3', 'c2', 'd1'])
  expect(right! - left!).toBeCloseTo(low! - high!)
})
