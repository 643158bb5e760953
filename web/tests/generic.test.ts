import { describe, expect, test } from 'vitest'
import { grouped, markedSquares, meant, onTheTable } from '../src/games/generic/actions'
import { lastNamed } from '../src/games/generic/last'
import type { Part } from '../src/games/generic/view'

const BOARD: Part[] = [
  {
    kind: 'grid',
    rows: [
      [
        { name: 'a2', actions: ['a'] },
        { name: 'b2', actions: ['b'] },
      ],
      [
        { name: 'a1', actions: ['a'], seat: 0 },
        { name: 'b1', actions: ['b'] },
      ],
    ],
  },
  { kind: 'hand', cards: [{ text: 'king', actions: ['play king'] }, { hidden: true }] },
  { kind: 'counter', title: 'pot', value: 2 },
]

describe('taps', () => {
  test('what cells and cards stand for needs no button', () => {
    expect([...onTheTable(BOARD)]).toEqual(['a', 'b', 'play king'])
  })

  test('a tap means the legal actions of its place', () => {
    expect(meant(['a', 'b'], ['b', 'c'], [])).toEqual(['b'])
    expect(meant(['a'], ['b'], [])).toEqual([])
  })

  test('a second tap chooses among those of the first one', () => {
    const legal = ['e2e3', 'e2e4', 'd2d4']
    const first = meant(['e2e3', 'e2e4'], legal, [])
    expect(first).toEqual(['e2e3', 'e2e4'])
    expect(meant(['e2e4', 'd2d4'], legal, first)).toEqual(['e2e4'])
  })

  test('a second tap elsewhere begins anew', () => {
    expect(meant(['d2d4'], ['e2e3', 'e2e4', 'd2d4'], ['e2e3', 'e2e4'])).toEqual(['d2d4'])
  })
})

describe('marks', () => {
  test('an action of a whole column is marked on its last empty square', () => {
    const [grid] = BOARD
    const marked = markedSquares(grid!.kind === 'grid' ? grid!.rows : [])
    expect(marked.get('a')!.name).toBe('a2')
    expect(marked.get('b')!.name).toBe('b1')
  })

  test('the last move is the square that an event named last', () => {
    const text = { en: '', fr: '' }
    const story = [
      { kind: 'dropped', cell: 'b1', text },
      { kind: 'dropped', cell: 'a1', text },
      { kind: 'won', seat: 0, text },
    ]
    expect(lastNamed(BOARD, story)).toBe('a1')
    expect(lastNamed(BOARD, [])).toBeNull()
    expect(lastNamed([], story)).toBeNull()
  })
})

describe('buttons', () => {
  const same = (action: string): string => action

  test('a few actions are one group', () => {
    expect(grouped(['play king', 'play queen', 'pass'], same)).toEqual([{ title: '', actions: ['play king', 'play queen', 'pass'] }])
  })

  test('many are grouped by their first word', () => {
    const many = ['play one', 'play two', 'play three', 'play four', 'discard one', 'discard two', 'pass']
    expect(grouped(many, same).map((group) => [group.title, group.actions.length])).toEqual([
      ['play', 4],
      ['discard', 2],
      ['', 1],
    ])
  })

  test('names of one word are not', () => {
    expect(grouped(['a', 'b', 'c', 'd', 'e', 'f', 'g'], same)).toHaveLength(1)
  })
})
