import { describe, expect, test } from 'vitest'
import './browser'
import { frames, lastTurn } from '../src/games/pokemon/frames'
import type { Creature, View } from '../src/games/pokemon/view'
import type { GameEvent } from '../src/games/contract'

function creature(name: string, type: string, hp: number, attacks: string[] = []): Creature {
  return {
    name,
    kind: name,
    type,
    hp,
    full_hp: 200,
    attack_bonus: 1,
    defence_bonus: 1,
    statuses: {},
    attacks: attacks.map((attack) => ({ name: attack, type, pp: 10, full_pp: 10 })),
  }
}

const side = (...creatures: Creature[]): View['sides'][0] => ({ rocks: 0, active: 0, creatures })
const before = (): View => ({
  viewer: 0,
  turn: 0,
  phase: 'choices',
  sides: [
    side(creature('Pikachu', 'electric', 200, ['Tonnerre', 'Rugissement'])),
    side(creature('Étourmi', 'flying', 90), creature('Osselait', 'ground', 200)),
  ],
})
const event = (kind: string, words: object): GameEvent => ({ kind, text: { en: kind, fr: kind }, ...words }) as GameEvent
const changed = (seat: number, name: string, now: Partial<Creature>): object => ({
  seat,
  creature: name,
  hp: 200,
  attack_bonus: 1,
  defence_bonus: 1,
  statuses: {},
  ...now,
})

describe('a turn is shown beat by beat', () => {
  const blow = event('attack', {
    seat: 0,
    creature: 'Pikachu',
    attack: 'Tonnerre',
    effect: 2,
    changed: [changed(1, 'Étourmi', { hp: 0 })],
  })

  test('a strike, the hit with its number, and the fall', () => {
    const shown = frames(before(), [blow], before())
    expect(shown.map((frame) => frame.view.act?.beat)).toEqual(['strike', 'hit', 'faint'])
    expect(shown.map((frame) => frame.view.sides[1].creatures[0]!.hp)).toEqual([90, 0, 0])
    expect(shown.map((frame) => frame.events.length)).toEqual([0, 1, 0])
    expect(shown[0]!.view.act).toMatchObject({ seat: 0, type: 'electric', power: true, floats: [{ kind: 'uses', attack: 'Tonnerre' }] })
    expect(shown[1]!.view.act).toMatchObject({
      seat: 1,
      floats: [
        { seat: 1, kind: 'effect', factor: 2 },
        { seat: 1, kind: 'hp', amount: -90 },
      ],
    })
    expect(shown.every((frame) => frame.milliseconds >= 500)).toBe(true)
  })

  test('who replaces the fallen comes in, is hurt by rocks, and only the new one can fall', () => {
    const start = frames(before(), [blow], before()).at(-1)!.view
    const sent = event('sent', { seat: 1, creature: 'Osselait', changed: [changed(1, 'Osselait', { hp: 170 })] })
    const shown = frames({ ...start, phase: 'replacement of 1' }, [sent], start)
    expect(shown.map((frame) => [frame.view.act?.beat, frame.view.sides[1].active, frame.view.sides[1].creatures[1]!.hp])).toEqual([
      ['enter', 1, 200],
      ['hit', 1, 170],
    ])
    expect(shown[0]!.view.phase).toBe('running') // nobody is asked while it is shown
  })

  test.each([
    ['a weaker foe', { effect: null, changed: [changed(1, 'Étourmi', { hp: 90, attack_bonus: 0.75 })] }, ['attack']],
    ['a status', { effect: null, changed: [changed(1, 'Étourmi', { hp: 90, statuses: { poison: 4 } })] }, ['status']],
    ['rocks', { effect: null, changed: [], rocks: [0, 30] }, ['rocks']],
    ['nothing', { effect: null, changed: [] }, ['nothing']],
    ['a type without effect', { effect: 0, changed: [] }, ['effect']],
  ])('an attack that brings %s says so', (_, words, kinds) => {
    const [strike, hit] = frames(before(), [event('attack', { seat: 0, attack: 'Rugissement', ...words })], before())
    expect(strike!.view.sides).toEqual(before().sides)
    expect(hit!.view.act!.floats.map((float) => float.kind)).toEqual(kinds)
    expect(hit!.view.act!.beat).toBe('note')
  })

  test('a status hurts, feeds who cast it, and ends', () => {
    const bite = event('bite', {
      seat: 1,
      status: 'leech',
      changed: [changed(0, 'Pikachu', { hp: 200 }), changed(1, 'Étourmi', { hp: 65, statuses: {} })],
    })
    const ill = before()
    ill.sides[0].creatures[0]!.hp = 175
    ill.sides[1].creatures[0]!.statuses = { leech: 1 }
    const [frame] = frames(ill, [bite], ill)
    expect(frame!.view.act!.floats).toEqual([
      { seat: 0, kind: 'hp', amount: 25 },
      { seat: 1, kind: 'hp', amount: -25 },
      { seat: 1, kind: 'over', status: 'leech' },
    ])
  })

  test('the next turn begins with everything as the server sees it', () => {
    const after = { ...before(), turn: 1 }
    const [frame] = frames(before(), [event('turn', { turn: 2 })], after)
    expect(frame!.view).toEqual({ ...after, act: { beat: 'turn', seat: -1, floats: [] } })
  })
})

test('the strip holds every step of the turn that is played, or of the last one', () => {
  const story = ['sent', 'sent', 'attack', 'turn', 'attack', 'attack', 'turn'].map((kind) => event(kind, {}))
  expect(lastTurn(story.slice(0, 2))).toHaveLength(2)
  expect(lastTurn(story.slice(0, 4)).map((one) => one.kind)).toEqual(['sent', 'sent', 'attack', 'turn'])
  expect(lastTurn(story.slice(0, 5)).map((one) => one.kind)).toEqual(['attack'])
  expect(lastTurn(story).map((one) => one.kind)).toEqual(['attack', 'attack', 'turn'])
  expect(lastTurn([])).toEqual([])
})
