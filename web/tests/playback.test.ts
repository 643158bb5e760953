import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import './browser'
import type { GameClient } from '../src/games/contract'
import { tempo } from '../src/lib/speed.svelte'
import { Playback } from '../src/wire/playback.svelte'
import type { GameEvent, UpdateMessage, View } from '../src/wire/types'

function happened(kind: string, more: object = {}): GameEvent {
  return { kind, text: { en: kind, fr: kind }, ...more } as GameEvent
}

function played(seq: number, view: object, kinds: string[], steps: UpdateMessage['steps'] = []): UpdateMessage {
  return { type: 'update', seq, what: 'played', by: [0], view: view as View, events: kinds.map((kind) => happened(kind)), steps }
}

const at = (step: number): View => ({ at: step }) as unknown as View
const kinds = (events: GameEvent[]): string[] => events.map((event) => event.kind)

describe('what a table shows', () => {
  let playback: Playback

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    tempo.choose('normal')
    playback = new Playback()
    playback.reset(at(0), [], null)
  })
  afterEach(() => {
    playback.close()
    vi.useRealTimers()
  })

  test('events come one after another, each for its time', () => {
    playback.add(played(1, { at: 2 }, ['a', 'b', 'c'], [{ events: 1, view: at(1) }]))
    const seen: [string[], unknown][] = []
    for (let step = 0; step < 3; step++) {
      seen.push([kinds(playback.events), playback.view])
      expect(playback.busy).toBe(true)
      vi.advanceTimersByTime(600)
    }
    expect(seen).toEqual([
      [['a'], { at: 1 }],
      [['b'], { at: 2 }],
      [['c'], { at: 2 }],
    ])
    expect(playback.busy).toBe(false)
    expect(kinds(playback.story)).toEqual(['a', 'b', 'c'])
  })

  test('updates that come meanwhile wait for their turn', () => {
    playback.add(played(1, { at: 1 }, ['a']))
    playback.add(played(2, { at: 2 }, ['b']))
    expect(playback.view).toEqual({ at: 1 })
    vi.advanceTimersByTime(600)
    expect(playback.view).toEqual({ at: 2 })
    expect(playback.busy).toBe(true)
  })

  test('how it ended is shown after everything else', () => {
    const result = { reason: 'complete', scores: [1, 0], winners: [0], shares: [1, 0], loser: null } as const
    playback.add({ ...played(1, { at: 1 }, ['a', 'b']), result: { ...result, scores: [1, 0], winners: [0], shares: [1, 0] } })
    vi.advanceTimersByTime(600)
    expect(playback.result).toBe(null)
    vi.advanceTimersByTime(600)
    expect(playback.result?.winners).toEqual([0])
  })

  test('the next event comes at once when asked for, and all of them by skipping', () => {
    playback.add(played(1, { at: 1 }, ['a', 'b', 'c', 'd']))
    playback.next()
    expect(kinds(playback.events)).toEqual(['b'])
    playback.skip()
    expect(kinds(playback.events)).toEqual(['c', 'd'])
    expect(kinds(playback.story)).toEqual(['a', 'b', 'c', 'd'])
    expect([playback.busy, playback.view]).toEqual([false, { at: 1 }])
  })

  test('at instant speed nothing waits and nothing is missing', () => {
    tempo.choose('instant')
    playback.add(played(1, { at: 1 }, ['a', 'b', 'c']))
    expect([playback.busy, playback.view]).toEqual([false, { at: 1 }])
    expect(kinds(playback.events)).toEqual(['a', 'b', 'c'])
    expect(kinds(playback.story)).toEqual(['a', 'b', 'c'])
  })

  test('with little patience everything takes less time', () => {
    playback.patience = 600
    playback.add(played(1, { at: 1 }, ['a', 'b', 'c', 'd']))
    vi.advanceTimersByTime(1300)
    expect(playback.busy).toBe(false)
  })

  test('a hidden tab catches up at once', () => {
    playback.add(played(1, { at: 1 }, ['a', 'b']))
    vi.stubGlobal('document', { ...document, hidden: true })
    playback.add(played(2, { at: 2 }, ['c']))
    playback.next()
    expect([playback.busy, playback.view]).toEqual([false, { at: 2 }])
    vi.unstubAllGlobals()
  })

  test('a state after a lost connection replaces what was waiting', () => {
    playback.add(played(1, { at: 1 }, ['a', 'b']))
    playback.reset(at(9), [happened('z')], null)
    vi.advanceTimersByTime(5000)
    expect([playback.busy, playback.view, kinds(playback.story)]).toEqual([false, { at: 9 }, ['z']])
  })

  test('what was taken back stays in the log', () => {
    playback.add(played(1, { at: 1 }, ['a']))
    playback.add({ type: 'update', seq: 2, what: 'took_back', by: [0], view: at(0), events: [happened('taken back')] })
    playback.prepend([happened('before')])
    expect(kinds(playback.story)).toEqual(['before', 'a', 'taken back'])
    expect([playback.view, playback.busy]).toEqual([{ at: 0 }, false])
  })

  test('a frame without events is shown again too', () => {
    playback.client = {
      unit: { name: 'lastTurn', ends: (event: GameEvent) => event.kind === 'turn' },
      frames: (before: never, events: GameEvent[], after: never) =>
        events.flatMap((event) => [
          { view: before, events: [event], milliseconds: 600 },
          { view: after, events: [], milliseconds: 700 },
        ]),
    } as unknown as GameClient
    playback.add(played(1, { at: 1 }, ['attack', 'turn']))
    playback.skip()
    playback.replay()
    expect([kinds(playback.events), playback.view]).toEqual([['attack'], { at: 0 }])
    vi.advanceTimersByTime(600)
    expect([kinds(playback.events), playback.view]).toEqual([['attack'], { at: 1 }])
    expect(playback.busy).toBe(true)
    expect(kinds(playback.story)).toEqual(['attack', 'turn'])
  })

  test('the last trick is shown once more, and then the game as it is', () => {
    playback.client = { unit: { name: 'lastTrick', ends: (event: GameEvent) => event.kind === 'trick' } } as unknown as GameClient
    playback.add(played(1, { at: 1 }, ['a', 'trick']))
    playback.add(played(2, { at: 2 }, ['b']))
    playback.skip()
    playback.replay()
    expect([playback.busy, kinds(playback.events), playback.view]).toEqual([true, ['a'], { at: 1 }])
    vi.advanceTimersByTime(1200)
    expect([playback.busy, playback.view]).toEqual([false, { at: 2 }])
    expect(kinds(playback.story)).toEqual(['a', 'trick', 'b'])
    playback.replay()
    playback.add(played(3, { at: 3 }, ['c']))
    expect([kinds(playback.events), playback.view]).toEqual([['c'], { at: 3 }])
  })

  test('the first trick of a deal is shown once more without the dealing', () => {
    const of = (kind: string) => (event: GameEvent) => event.kind === kind
    playback.client = { unit: { name: 'lastTrick', ends: of('trick'), precedes: of('dealt') } } as unknown as GameClient
    playback.add(played(1, { at: 1 }, ['trick', 'deal ended', 'dealt', 'a', 'trick']))
    playback.skip()
    expect(kinds(playback.unit.flatMap((frame) => frame.events))).toEqual(['a', 'trick'])
  })
})
