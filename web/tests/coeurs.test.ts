import { describe, expect, test } from 'vitest'
import { placed, type Position } from '../src/games/coeurs/editing'
import './browser'
import type { GameEvent } from '../src/games/contract'
import { frames } from '../src/games/coeurs/frames'
import { dealResults, tricksTaken } from '../src/games/coeurs/tricks'
import type { View } from '../src/games/coeurs/view'

function happened(kind: string, more: object = {}): GameEvent {
  return { kind, text: { en: kind, fr: kind }, ...more } as GameEvent
}

/** The last trick of a deal, with one card to come; seat 0 took the seven before. */
const before = {
  deals: 2,
  deals_over: 0,
  opener: 1,
  table: ['7S', '8S', '9S'].map((card, place) => ({ seat: place + 1, card })),
  played: ['7S', '8S', '9S'],
  sizes: [1, 0, 0, 0],
  hands: [['AS'], null, null, null],
  hearts: [3, 1, 0, 0],
  points: [0, 0, 0, 0],
  mover: 0,
} as unknown as View
const after = { table: [], sizes: [8, 8, 8, 8], played: [] } as unknown as View
const shown = frames(
  before,
  [
    happened('played', { seat: 0, card: 'AS' }),
    happened('trick', { seat: 0, hearts: 2 }),
    happened('deal ended', { deal: 1, totals: [-25, -5, 0, 0], hearts: [5, 1, 0, 0] }),
    happened('dealt'),
  ],
  after,
)
const [card, trick, sweep, sheet, deal] = shown

describe('the end of a deal at the felt', () => {
  test('a card leaves its hand and lies on the felt', () => {
    expect([card!.view.table.length, card!.view.sizes[0], card!.view.hands[0]]).toEqual([4, 0, []])
    expect(card!.milliseconds).toBeGreaterThanOrEqual(500)
  })

  test('a full trick stays with its four cards, and hearts are counted when it has gone', () => {
    expect([trick!.view.table.length, trick!.view.hearts[0]]).toEqual([4, 3])
    expect(trick!.milliseconds).toBeGreaterThanOrEqual(1000)
    expect([sweep!.view.table.length, sweep!.view.hearts[0], sweep!.events]).toEqual([0, 5, []])
  })

  test('the deal ends with a sheet, while its last trick is still shown', () => {
    expect(sheet!.moment).toBe(true)
    expect([sheet!.view.points, sheet!.view.deals_over]).toEqual([[-25, -5, 0, 0], 0])
  })

  test('new cards come after it', () => {
    expect(deal!.view).toBe(after)
    expect(shown).toHaveLength(5)
  })
})

test('the highest card of the suit led takes the trick, and its taker leads the next', () => {
  const view = { opener: 2, table: [], played: ['9D', 'AH', '10D', '7D', '7S', 'KS', 'AC', 'JS'] } as unknown as View
  expect(tricksTaken(view)).toEqual([1, 1, 0, 0])
})

test('a trick on the felt belongs to nobody yet', () => {
  const played = ['9D', 'AH', '10D', '7D']
  expect(tricksTaken({ opener: 2, table: played.map((code, seat) => ({ seat, card: code })), played } as unknown as View)).toEqual([
    0, 0, 0, 0,
  ])
})

test('the score sheet has one row for each deal, as it ended at last', () => {
  const ended = (number: number, points: number[]): GameEvent => happened('deal ended', { deal: number, points })
  const story = [ended(1, [-5, 0, 0, 0]), happened('taken back'), ended(1, [0, -5, 0, 0]), ended(2, [0, 0, -40, 0])]
  expect(dealResults(story, 2).map((result) => result.points)).toEqual([
    [0, -5, 0, 0],
    [0, 0, -40, 0],
  ])
  expect(dealResults(story, 1)).toHaveLength(1) // the second was taken back
})

describe('setting up a deal', () => {
  const dealt: Position = {
    opener: 1,
    dealt: 32,
    mover: 1,
    led: null,
    taker: null,
    trick: 1,
    table: [],
    hands: [
      ['KH', '7S'],
      ['8H', '9S'],
      ['AH', '10S'],
      ['7D', 'JS'],
    ],
    sizes: [2, 2, 2, 2],
    played: [],
    lacks: [[], [], [], []],
    hearts: [0, 0, 0, 0],
  }
  const play = (...cards: string[]): Position => cards.reduce((deal, card) => placed(deal, card, 'played'), dealt)

  test('a card that was played lies on the table of the seat whose turn it was', () => {
    const deal = play('8H')
    expect(deal.table).toEqual([{ seat: 1, card: '8H' }])
    expect([deal.mover, deal.led, deal.taker]).toEqual([2, 'H', 1])
    expect(deal.sizes).toEqual([2, 1, 2, 2])
  })

  test('a full trick goes to its taker with its hearts, and shows a void', () => {
    const deal = play('8H', 'AH', '7D', 'KH')
    expect([deal.mover, deal.trick, deal.table]).toEqual([2, 2, []])
    expect(deal.hearts).toEqual([0, 0, 3, 0])
    expect(deal.lacks).toEqual([[], [], [], ['H']])
  })

  test('a card goes back to a hand', () => {
    const deal = placed(play('8H'), '8H', 0)
    expect(deal.hands[0]).toEqual(['KH', '7S', '8H'])
    expect([deal.mover, deal.played]).toEqual([1, []])
  })
})
