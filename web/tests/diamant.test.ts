import { expect, test } from 'vitest'
import './browser'
import type { GameEvent } from '../src/games/contract'
import { frames } from '../src/games/diamant/frames'
import { doorOf, floorOf, layoutOf, standing, wayBetween } from '../src/games/diamant/layout'
import { sharesOf } from '../src/games/diamant/round'
import { lying, type View } from '../src/games/diamant/view'

function happened(kind: string, more: object = {}): GameEvent {
  return { kind, text: { en: kind, fr: kind }, ...more } as GameEvent
}

const MINE: View = {
  round: 1,
  rounds: 5,
  path: ['7', 'R', 'P4'],
  gems: 3,
  inside: [0, 1, 2, 3],
  carried: 1,
  banks: [0, 0, 0, 0],
  relics: [0, 0, 0, 0],
  deck: { P4: 2 },
  next: { cards: 20, deadly: 2 },
  path_relics: { count: 1, worth: 5 },
}
const NEXT: View = { ...MINE, round: 2, path: [], gems: 0, carried: 0, banks: [9, 0, 0, 0] }

test('choices are turned over before anybody moves, and each way home is shown by itself', () => {
  const shown = frames(
    MINE,
    [
      happened('chosen', { explore: [1, 2, 3], return: [0] }),
      happened('returned', { seat: 0, banked: 9, carried: 1, from_path: 3, relics: 1, relic_gems: 5 }),
    ],
    { ...MINE, inside: [1, 2, 3] },
  )
  expect(shown.map((frame) => frame.view.inside.length)).toEqual([4, 3])
  expect(shown[0]!.milliseconds).toBe(1000)
  const home = shown[1]!
  expect([home.view.path, home.view.gems, home.view.banks[0], home.view.relics[0]]).toEqual([['7', 'P4'], 0, 9, 1])
  expect(home.view.path_relics.count).toBe(0)
  expect(home.milliseconds).toBeGreaterThanOrEqual(600)
})

test('those who leave together share the path, and the relic stays', () => {
  const both = [0, 1].map((seat) => happened('returned', { seat, banked: 2, carried: 1, from_path: 1, relics: 0, relic_gems: 0 }))
  const shown = frames(MINE, both, { ...MINE, inside: [2, 3], gems: 1 })
  expect(shown.map((frame) => frame.view.gems)).toEqual([2, 1])
  expect(shown[1]!.view.path).toEqual(MINE.path)
})

test('a disaster strikes in the old round, which ends with a sheet before the next one is seen', () => {
  const shown = frames(
    MINE,
    [
      happened('disaster', { card: 'P4', seats: [1, 2, 3], lost: 1 }),
      happened('round ended', { round: 1, reason: 'P4', banks: [9, 0, 0, 0], lost_relics: 1 }),
    ],
    NEXT,
  )
  expect(shown[0]!.view.path).toEqual(['7', 'R', 'P4', 'P4'])
  expect(shown[0]!.view.inside.length).toBe(4)
  expect(shown[0]!.milliseconds).toBe(1400)
  expect(shown[1]).toMatchObject({ moment: true, view: { round: 1, inside: [], banks: [9, 0, 0, 0] } })
})

test('a round begins with everybody at the first slot, before its card', () => {
  const shown = frames(NEXT, [happened('round begun', { round: 2 }), happened('treasure', { card: '9' })], {
    ...NEXT,
    path: ['9'],
    gems: 1,
  })
  expect(shown.map((frame) => frame.view.path.length)).toEqual([0, 1])
  expect(shown.every((frame) => frame.milliseconds >= 500)).toBe(true)
})

test('the sheet says what everybody brought home or lost, also after a turn was taken back', () => {
  const home = (seat: number, banked: number): GameEvent => happened('returned', { seat, banked })
  const story = [
    home(0, 99),
    happened('round begun'),
    home(0, 3),
    home(1, 3),
    happened('taken back'),
    home(0, 5),
    happened('disaster', { card: 'P1', seats: [1, 2], lost: 4 }),
    happened('round ended'),
  ]
  const shares = sharesOf(story, 3)
  expect(shares.map((share) => share.home?.banked)).toEqual([5, undefined, undefined])
  expect(shares.map((share) => share.lost)).toEqual([0, 4, 4])
})

test('gems lie where they could not be shared', () => {
  expect(lying({ ...MINE, path: ['7', 'P1', '5', '4'], gems: 4 })).toEqual([3, 0, 1, 0])
  expect(lying({ ...MINE, path: ['8', '5'], gems: 2 })).toEqual([1, 1]) // one was left by somebody who went home
  expect(lying({ ...MINE, path: ['1'], gems: 1, inside: [] })).toEqual([1])
})

const BOXES = [
  [378, 520],
  [640, 280],
  [1030, 700],
  [2000, 1100],
  [320, 300],
] as const

test.each(BOXES)('in %i x %i every card, tent and explorer has a place inside the box', (width, height) => {
  for (const seats of [2, 4, 8])
    for (const cards of [0, 3, 8, 14, 25]) {
      const layout = layoutOf(width, height, cards, seats)
      expect(layout.card.width).toBeGreaterThan(cards > 14 || width < 378 ? 14 : 30)
      const seen = layout.slots.slice(0, cards + 1)
      expect(new Set(seen.map(({ x, y }) => `${x} ${y}`)).size).toBe(cards + 1)
      for (const { x, y } of seen) {
        expect(x - layout.card.width / 2).toBeGreaterThanOrEqual(layout.mine.x)
        expect(x + layout.card.width / 2).toBeLessThanOrEqual(width)
        expect(y - layout.gallery / 2).toBeGreaterThanOrEqual(layout.mine.y)
        expect(y + layout.gallery / 2).toBeLessThanOrEqual(height)
      }
      for (const tent of layout.tents) expect([tent.x + tent.width <= width, tent.y + tent.height <= height]).toEqual([true, true])
      const crew = [...standing(layout, cards, [...Array(seats).keys()]).values()]
      expect(new Set(crew.map(({ x, y }) => `${x} ${y}`)).size).toBe(seats)
    }
})

test('the way home leads through every slot to the door', () => {
  const layout = layoutOf(1000, 700, 5, 4)
  const way = wayBetween(layout, 5, -1)
  expect(way).toEqual([...[5, 4, 3, 2, 1, 0].map((slot) => floorOf(layout, slot)), doorOf(layout)])
  expect(wayBetween(layout, -1, 5)).toEqual(way.toReversed())
})
