import { describe, expect, test } from 'vitest'
import './browser'
import { waitedFor } from '../src/games/barbu/layout'
import { frames } from '../src/games/barbu/frames'
import type { View } from '../src/games/barbu/view'
import type { GameEvent } from '../src/games/contract'

function happened(kind: string, more: object = {}): GameEvent {
  return { kind, text: { en: kind, fr: kind }, ...more } as GameEvent
}

const start = {
  declarers: 1,
  deals_over: 0,
  contract: null,
  named: [],
  mover: 0,
  table: [],
  waited_for: [],
  hands: [['JD', 'AD'], null, null, null],
  sizes: [8, 8, 8, 8],
  played: [],
  tricks: [0, 0, 0, 0],
  hearts: [0, 0, 0, 0],
  queens: [0, 0, 0, 0],
  king: null,
  points: [0, 0, 0, 0],
  sheet: [],
} as unknown as View

describe('the Réussite', () => {
  test('waits for the jacks, then for the neighbours of what lies there', () => {
    expect(waitedFor([])).toEqual(['JS', 'JD', 'JC', 'JH'])
    expect(waitedFor(['JD', '10D'])).toEqual(['JS', '9D', 'QD', 'JC', 'JH'])
    expect(waitedFor(['JD', 'QD', 'KD', 'AD', '10D', '9D', '8D', '7D'])).toEqual(['JS', 'JC', 'JH'])
  })

  test('shows a card laid, a pass, and leaves out a player without cards', () => {
    const laying = { ...start, contract: 'reussite', mover: 0, sizes: [2, 0, 3, 4] } as unknown as View
    const [laid, passed] = frames(laying, [happened('laid', { seat: 0, card: 'JD' }), happened('passed', { seat: 2 })], start)
    expect([laid!.view.played, laid!.view.hands[0], laid!.view.mover]).toEqual([['JD'], ['AD'], 2])
    expect(laid!.view.waited_for).toContain('QD')
    expect(passed!.view.mover).toBe(3)
  })
})

describe('a deal of tricks', () => {
  test('begins when the contract is named', () => {
    const [named] = frames(start, [happened('named', { seat: 0, contract: 'dames', opener: 1 })], start)
    expect([named!.view.contract, named!.view.mover, named!.view.named]).toEqual(['dames', 1, ['dames']])
  })

  test('counts what a trick held when it has gone, and writes the deal on the sheet', () => {
    const shown = frames(
      { ...start, contract: 'total' } as View,
      [
        happened('trick', { seat: 2, hearts: 2, queens: 1, king: true }),
        happened('deal ended', { declarer: 0, contract: 'total', points: [0, 0, -210, 0], expected: -12, totals: [0, 0, -210, 0] }),
      ],
      start,
    )
    const [full, swept, ended] = shown
    expect([full!.view.tricks[2], swept!.view.tricks[2], swept!.view.hearts[2], swept!.view.queens[2], swept!.view.king]).toEqual([
      0, 1, 2, 1, 2,
    ])
    expect([ended!.moment, ended!.view.sheet.length, ended!.view.points[2]]).toEqual([true, 1, -210])
  })
})
