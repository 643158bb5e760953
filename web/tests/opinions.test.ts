import { beforeEach, expect, test } from 'vitest'
import type { Judgement, Opinion } from '../src/games/contract'
import { tongue } from '../src/lib/language.svelte'
import { favourite } from '../src/why/favourite'
import { worthOf } from '../src/why/worth'

beforeEach(() => tongue.choose('en'))

const judgement = (action: string, value: number | null, weight: number | null): Judgement => ({ action, value, weight }) as Judgement
const opinion = (action: string, ...judgements: Judgement[]): Opinion => ({ action, judgements }) as Opinion

test('the advice of an agent that mixes its choices is what it plays most often', () => {
  const mixed = opinion('rock', judgement('rock', 0, 0.2), judgement('paper', 0, 0.7), judgement('scissors', 0, 0.1))
  expect(favourite(mixed).action).toBe('paper')
  expect(favourite(opinion('rock', judgement('rock', 1, null))).action).toBe('rock')
})

test('points are shown as points', () => {
  const worth = worthOf('score', null)
  expect(worth.figure(-2.26)).toBe('−2.3')
  expect(worth.share(5, 0, 10)).toBeCloseTo(0.53)
})

test('chances to win are percentages, also where a lost game scores -1', () => {
  expect(worthOf('win', null).figure(0.25)).toBe('25%')
  const worth = worthOf('score', -1)
  expect(worth.figure(0)).toBe('50%')
  expect(worth.figure(1.2)).toBe('100%')
  expect(worth.caption).not.toBe(worthOf('score', 0).caption)
})
