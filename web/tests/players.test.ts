import { beforeEach, expect, test } from 'vitest'
import type { GameClient, Player } from '../src/games/contract'
import { fill, say, tongue } from '../src/lib/language.svelte'
import {
  COLOURS,
  eventText,
  howOf,
  levelOf,
  outcome,
  personOf,
  playersOf,
  ratedText,
  standInsOf,
  verdictOf,
  voiceOf,
} from '../src/lib/players'
import type { RecordSummary, ResultInfo, SeatInfo, TableInfo } from '../src/wire/types'

beforeEach(() => tongue.choose('en'))

const seat = (place: number, fields: Partial<SeatInfo>): SeatInfo =>
  ({
    seat: place,
    kind: 'person',
    name: '',
    guest: null,
    host: false,
    colour: '',
    agent: null,
    level: null,
    stand_in: null,
    present: true,
    ...fields,
  }) as SeatInfo
const table = (...seats: SeatInfo[]): TableInfo => ({ seats, you: 0 }) as unknown as TableInfo
const player = (place: number, name: string): Player =>
  ({ seat: place, name, detail: '', colour: '', kind: 'human', here: true, thinking: false }) as Player
const result = (winners: number[], reason = 'over'): ResultInfo => ({ winners, reason, shares: [], scores: [] }) as unknown as ResultInfo

const AVA_AND_BOB = [player(0, 'Ava'), player(1, 'Bob')]

test('people without a name are guests with a name of their own, wherever they sit', () => {
  const [ava, otter] = [seat(0, { name: 'Ava', guest: null }), seat(1, { guest: 47 })]
  expect(personOf(ava)).toBe('Ava')
  expect(playersOf(table(ava, otter), []).map((one) => one.name)).toEqual(['Ava', 'Guest Otter'])
  expect(playersOf(table({ ...otter, seat: 0 }, { ...ava, seat: 1 }), []).map((one) => one.name)).toEqual(['Guest Otter', 'Ava'])
  expect(playersOf(table(otter, seat(0, { guest: 0 })), []).map((one) => one.name)).toEqual(['Guest Otter 2', 'Guest Otter'])
})

test('agents sit down under the name that the server gives them, with their level', () => {
  const [agent] = playersOf(table(seat(1, { kind: 'agent', name: 'Perceval', agent: 'mcts', level: 'hard' })), [1])
  expect(agent).toMatchObject({ name: 'Perceval', kind: 'agent', here: true, thinking: true, detail: levelOf('hard') })
  expect(levelOf('mcts:iterations=5')).toBe('mcts:iterations=5')
  expect(levelOf(null)).toBe('')
})

test('a seat whose colour somebody chose swaps with it', () => {
  const players = playersOf(table(seat(0, { colour: COLOURS[1] }), seat(1, { kind: 'agent' }), seat(2, { kind: 'agent' })), [])
  expect(players.map((one) => one.colour)).toEqual(['var(--seat-1)', 'var(--seat-0)', 'var(--seat-2)'])
})

test('a person who left is not here', () => {
  const seats = table(seat(0, { present: false }), seat(1, {}))
  expect(playersOf(seats, []).map((one) => one.here)).toEqual([false, true])
  expect(playersOf(seats, [], [0]).map((one) => one.here)).toEqual([true, false])
})

test('an event names players in the place of seats, in both languages', () => {
  const event = { kind: 'x', text: { en: '{0} and {1} share; {7} stays', fr: '{0} et {1} partagent' } }
  expect(eventText(event, AVA_AND_BOB)).toBe('Ava and Bob share; 8 stays')
  tongue.choose('fr')
  expect(eventText(event, AVA_AND_BOB)).toBe('Ava et Bob partagent')
})

test.each([
  ['Ava', 'Bob voit la main d’Ava : la Comtesse', 'Pikachu d’Ava'],
  ['Érec', 'Bob voit la main d’Érec : la Comtesse', 'Pikachu d’Érec'],
  ['Yvain', 'Bob voit la main d’Yvain : la Comtesse', 'Pikachu d’Yvain'],
  ['Yannick', 'Bob voit la main de Yannick : la Comtesse', 'Pikachu de Yannick'],
  ['Perceval', 'Bob voit la main de Perceval : la Comtesse', 'Pikachu de Perceval'],
  ['{1}', 'Bob voit la main de {1} : la Comtesse', 'Pikachu de {1}'],
])('French drops the vowel of its preposition before %s', (name, seen, creature) => {
  tongue.choose('fr')
  const names = [name, 'Bob']
  const filled = (sentence: string): string => fill(sentence, (seat) => names[Number(seat)]!)
  expect(filled('{1} voit la main de {0} : la Comtesse')).toBe(seen)
  expect(filled('Pikachu de {0}')).toBe(creature)
})

test('names in the client’s own sentences are elided too', () => {
  tongue.choose('fr')
  expect(say('pokemonHp', { creature: 'Osselait' })).toBe('PV d’Osselait')
  expect(say('pokemonHp', { creature: 'Pikachu' })).toBe('PV de Pikachu')
})

test('English keeps its words', () => {
  expect(fill("rocks lie on {0}'s side", () => 'Ava')).toBe("rocks lie on Ava's side")
  expect(fill('the hand of {0}', () => 'Ava')).toBe('the hand of Ava')
})

test('a verdict is filled to a winner, a loser and a spectator', () => {
  const filled = (you: number | null): string => verdictOf(result([0]), AVA_AND_BOB, you)
  expect(new Set([filled(0), filled(1), filled(null)]).size).toBe(3)
  expect(filled(1)).toContain('Ava')
  expect(filled(null)).toContain('Ava')
  expect(verdictOf(result([0, 1]), AVA_AND_BOB, 0)).toBe(say('draw'))
  expect(verdictOf(result([]), AVA_AND_BOB, 0)).toBe('Nobody won')
  expect(standInsOf({ ...result([0]), stand_ins: [1] }, AVA_AND_BOB)).toBe('Bob')
})

test('a game that was cut short says by what', () => {
  expect(howOf(result([0]))).toBe('')
  expect(howOf(result([0], 'resigned'))).not.toBe(howOf(result([0], 'time_out')))
})

test('a record says how it ended for me', () => {
  const record = (you: number | null, shares: number[]): RecordSummary => ({ you, result: { shares } }) as unknown as RecordSummary
  const filled = [record(0, [1, 0]), record(1, [1, 0]), record(0, [0.5, 0.5]), record(null, [1, 0])].map(outcome)
  expect(new Set(filled).size).toBe(4)
})

test('beliefs name players and cards', () => {
  const client = {
    spoken: (action: string) => `to ${action}`,
    card: (text: string) => text.toUpperCase(),
    lost: () => 0,
  } as unknown as GameClient
  const voice = voiceOf(client, AVA_AND_BOB, {})
  expect(voice.word('seat 1')).toBe('Bob')
  expect(voice.word('king')).toBe('KING')
  expect(voice.word('seat 1 drew')).toBe('Bob, the card drawn')
  expect(voice.word('under the deck 2')).toBe('card 2 under the deck')
  expect(voice.word('set aside')).toBe('the card set aside')
  expect(voice.action('explore')).toBe('to explore')
})

test('a game that everybody left is aborted, and neither a draw nor lost', () => {
  expect(verdictOf(result([], 'aborted'), AVA_AND_BOB, 0)).toBe('Aborted: everybody left')
  const record = { you: 0, result: { ...result([], 'aborted'), shares: [0, 0] } } as unknown as RecordSummary
  expect(outcome(record)).toBe('Aborted')
})

test('every reason why a game is not rated has a sentence in both languages', () => {
  for (const language of ['en', 'fr'] as const) {
    tongue.choose(language)
    expect(say(ratedText(null))).not.toMatch(/Not rated|Non classée/)
    expect(say(ratedText('seats'))).toMatch(/^(Not rated:|Non classée\s:)\s/)
  }
})
