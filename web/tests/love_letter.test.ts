import { describe, expect, test } from 'vitest'
import './browser'
import { endsTurn, frames } from '../src/games/love_letter/frames'
import { excluded, unseen, type Chair, type View } from '../src/games/love_letter/view'
import type { CardName } from '../src/games/love_letter/words'
import type { GameEvent } from '../src/wire/types'

function happened(kind: string, more: object = {}): GameEvent {
  return { kind, text: { en: kind, fr: kind }, ...more } as GameEvent
}

function chair(hand: (CardName | null)[], played: CardName[] = [], more: Partial<Chair> = {}): Chair {
  return { tokens: 0, in: true, protected: false, spy: false, hand, cannot: {}, known_by: [], played, ...more }
}

function table(seats: Chair[], more: Partial<View['table']> = {}): View {
  const rest = { phase: 'choose', round: 1, rounds: null, goal: 4, mover: 0, deck: 9, under: [], face_up: [], winners: [] }
  return { viewer: 0, table: { ...rest, seats, ...more } }
}

const hands = (view: View): (CardName | null)[][] => view.table.seats.map((one) => one.hand)
const kinds = (events: GameEvent[]): string[] => events.map((event) => event.kind)

describe('what happens in a round of Love Letter', () => {
  test('a card lies among the discards before it has its effect', () => {
    const before = table([chair(['guard', 'king']), chair([null])])
    const after = table([chair(['king'], ['guard']), chair([], ['priest'], { in: false })])
    const [played, out] = frames(
      before,
      [happened('played', { seat: 0, card: 'guard', target: 1, guess: 'priest' }), happened('out', { seat: 1, card: 'priest' })],
      after,
    )
    expect(played!.view.table.seats[0]).toMatchObject({ hand: ['king'], played: ['guard'] })
    expect(played!.view.table.seats[1]).toMatchObject({ in: true, hand: [null] })
    expect(out!.view.table.seats[1]).toMatchObject({ in: false, hand: [], played: ['priest'] })
  })

  test('of a hand that is not known, the card that is known to be another one stays', () => {
    const before = table([chair(['king']), chair(['spy', null])], { mover: 1 })
    const [played] = frames(before, [happened('played', { seat: 1, card: 'countess' })], before)
    expect(hands(played!.view)).toEqual([['king'], ['spy']])
  })

  test('hands that are compared or looked at are shown to those who may see them', () => {
    const before = table([chair(['baron', 'king']), chair([null]), chair([null])])
    const play = happened('played', { seat: 0, card: 'baron', target: 1 })
    const [, compared] = frames(before, [play, happened('compared', { seat: 0, target: 1, cards: { 0: 'king', 1: 'spy' } })], before)
    expect(hands(compared!.view)).toEqual([['king'], ['spy'], [null]])
    const [, among] = frames(before, [play, happened('compared', { seat: 0, target: 1 })], before)
    expect(hands(among!.view)).toEqual([['king'], [null], [null]])
    const [looked] = frames(before, [happened('looked', { seat: 0, target: 2, seen: 'prince' })], before)
    expect(hands(looked!.view)[2]).toEqual(['prince'])
  })

  test('every event is seen long enough, and a card, a look and a comparison longer', () => {
    const view = table([chair(['guard', 'king']), chair([null])])
    const last = (kind: string, more: object = {}): number =>
      frames(view, [happened(kind, { seat: 0, target: 1, card: 'guard', hands: {}, ...more })], view)[0]!.milliseconds
    const all = ['dealt', 'drawn', 'replaced', 'searched', 'stirred', 'face up', 'leader', 'discarded', 'protected', 'traded', 'showdown']
    for (const kind of all) expect(last(kind)).toBeGreaterThanOrEqual(500)
    expect(last('played')).toBeGreaterThanOrEqual(600)
    for (const kind of ['missed', 'looked', 'compared', 'out']) expect(last(kind)).toBeGreaterThanOrEqual(1000)
  })

  test('the end of a round is a moment of its own, before the next deal', () => {
    const before = table([chair(['guard', 'king']), chair([null])])
    const after = table([chair(['king'], ['guard'], { tokens: 1 }), chair([], ['priest'], { in: false })], { phase: 'lot', winners: [0] })
    const events = ['played', 'out', 'round won', 'spy'].map((kind) => happened(kind, { seat: kind === 'out' ? 1 : 0, card: 'priest' }))
    const shown = frames(before, events, after)
    expect(shown.map((frame) => kinds(frame.events))).toEqual([['played'], ['out'], ['round won', 'spy']])
    expect(shown.map((frame) => !!frame.moment)).toEqual([false, false, true])
    expect(shown[1]!.view.table.seats[0]!.tokens).toBe(0)
    expect(shown[2]!.view).toBe(after)
  })

  test('a showdown turns the hands up first', () => {
    const before = table([chair(['guard', 'king']), chair([null])])
    const events = [happened('showdown', { hands: { 0: 'king', 1: 'prince' } }), happened('round won', { seat: 0 })]
    const [showdown] = frames(before, events, before)
    expect(hands(showdown!.view)).toEqual([['king'], ['prince']])
  })

  test('my last turn goes on until I draw again', () => {
    const drawn = happened('drawn', { seat: 1 })
    expect([endsTurn(drawn, 1), endsTurn(drawn, 0), endsTurn(drawn, -1)]).toEqual([true, false, true])
  })
})

test('the reference counts what nobody has shown me', () => {
  const view = table([chair(['guard', 'king'], ['guard']), chair(['spy', null], ['prince'])], { face_up: ['guard', 'countess', 'baron'] })
  expect(unseen(view)).toEqual({
    spy: 1,
    guard: 3,
    priest: 2,
    baron: 1,
    handmaid: 2,
    prince: 1,
    chancellor: 2,
    king: 0,
    countess: 0,
    princess: 1,
  })
})

test('what a seat cannot hold is what I know, or what everybody knows', () => {
  const view = table([chair(['guard']), chair([null], [], { cannot: { everybody: ['king'], '0': ['king', 'spy'] } })])
  expect([excluded(view, 1, 0), excluded(view, 1, -1), excluded(view, 0, 1)]).toEqual([['king', 'spy'], ['king'], []])
})
