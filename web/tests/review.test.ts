import { beforeEach, expect, test } from 'vitest'
import { markOf } from '../src/games/marks'
import { tongue } from '../src/lib/language.svelte'
import { changeAt, curveOf, isClear } from '../src/review/curve'
import { estimated, fractions, mixOf, odds, signed } from '../src/review/figures'
import type { DecisionReview, JudgedAction, SeatReview, ValueChange } from '../src/wire/types'

beforeEach(() => tongue.choose('en'))

const change = (size: number, error = 0.01): ValueChange => ({ change: size, error, causes: ['chance'], chance: [], odds: 0.125 })
const decision = (ply: number, seat: number, best: number | null, value: number | null, since: ValueChange | null = null): DecisionReview =>
  ({ ply, seat, best_value: best, value, error: 0.05, change: since }) as DecisionReview
const seat = (final: number | null, end: ValueChange | null): SeatReview => ({ final, end }) as SeatReview

test('at a decision the curve has the best value and drops to that of the played action; then comes what the seat got', () => {
  const curve = curveOf(0, [decision(2, 0, 0.6, 0.4), decision(3, 1, 0.9, 0.9), decision(6, 0, 0.98, 0.98)], seat(1, null), 9)
  expect(curve.points.map(({ ply, value }) => [ply, value])).toEqual([
    [2, 0.6],
    [2, 0.4],
    [6, 0.98],
    [6, 0.98],
    [9, 1],
  ])
})

test('the interval is two standard errors wide on both sides and never leaves 0 to 100 %', () => {
  const [first, , third, , last] = curveOf(0, [decision(2, 0, 0.6, 0.4), decision(6, 0, 0.98, 0.98)], seat(1, null), 9).points
  expect([first!.low, first!.high]).toEqual([0.5, 0.7])
  expect([third!.low, third!.high]).toEqual([0.88, 1])
  expect([last!.low, last!.high]).toEqual([1, 1])
})

test('decisions without a value have no point, and a game that did not end has no end', () => {
  expect(curveOf(0, [decision(2, 0, null, null)], seat(1, null), 9).points).toEqual([])
  expect(curveOf(0, [decision(2, 0, 0.5, 0.5)], seat(null, null), 9).points).toHaveLength(2)
})

test('a change belongs to the next decision of the seat, and after the last one to the end', () => {
  const [first, last] = [change(0.2), change(-0.4)]
  const review = seat(0, last)
  const curve = curveOf(0, [decision(2, 0, 0.5, 0.5), decision(6, 0, 0.7, 0.4, first)], review, 9)
  expect(changeAt(curve, review, 0)).toBeNull()
  expect(changeAt(curve, review, 2)).toBeNull()
  expect(changeAt(curve, review, 4)).toEqual({ change: first, atTheEnd: false })
  expect(changeAt(curve, review, 6)).toEqual({ change: first, atTheEnd: false })
  expect(changeAt(curve, review, 7)).toEqual({ change: last, atTheEnd: true })
})

test('a change within its doubt is no clear change', () => {
  expect(isClear(change(0.05, 0.01))).toBe(true)
  expect(isClear(change(0.05, 0.03))).toBe(false)
  expect(isClear(change(0.004, 0))).toBe(false)
})

test('a mixture is written in simple fractions, or in percentages where none is near', () => {
  expect(fractions([0.66, 0.34])).toEqual(['2 of 3', '1 of 3'])
  expect(fractions([0.5, 0.26, 0.24])).toEqual(['2 of 4', '1 of 4', '1 of 4'])
  expect(fractions([0.97, 0.03])).toEqual(['97%', '3%'])
  const mix = [
    { action: 'Tonnerre', value: 0.66 },
    { action: 'Charge', value: 0.34 },
  ] as JudgedAction[]
  expect(mixOf(mix, (action) => action.toLowerCase())).toBe('tonnerre 2 of 3, charge 1 of 3')
  tongue.choose('fr')
  expect(fractions([0.66, 0.34])).toEqual(['2 sur 3', '1 sur 3'])
})

test('chances are written as people bet', () => {
  expect(odds(0.125)).toBe('1 in 8')
  expect(odds(0.0667)).toBe('1 in 15')
  expect(odds(2 / 3)).toBe('67%')
})

test('values carry their interval unless they are proven', () => {
  expect(estimated(0.45, 0.012, null)).toBe('45% ± 2')
  expect(estimated(0.45, 0.002, null)).toBe('45% ± 0.4')
  expect(estimated(1, 0, null)).toBe('100%')
  expect(signed(-0.08, null)).toBe('−8%')
  expect(signed(0.08, null)).toBe('+8%')
})

test('where every point counts, values are points', () => {
  expect(estimated(0.25, 0.01, [0, 6])).toBe('1.50 ± 0.12')
  expect(signed(-0.05, [0, 6])).toBe('−0.30')
})

test('an action on the board has one mark: the best keeps its own, and only the seat that decided has any', () => {
  const reviewed = { seat: 1, best: 'QH', played: '10H', asked: '7S' }
  expect(['QH', '10H', '7S', '8S', null].map((card) => markOf(reviewed, 1, card))).toEqual(['best', 'played', 'asked', null, null])
  expect(markOf({ ...reviewed, played: 'QH', asked: 'QH' }, 1, 'QH')).toBe('best')
  expect(markOf(reviewed, 0, 'QH')).toBeNull()
  expect(markOf(null, 0, 'QH')).toBeNull()
})
