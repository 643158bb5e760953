/** A turn as it is shown: who comes in, strikes, is hit and faints, one beat after another. */

import { CARD, DAMAGE, NOTE, REVEAL } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import { activeOf, type Act, type Creature, type Float, type Side, type View } from './view'

const STRIKE = 650 // a lunge of 300 ms, and what flies to the foe
const FAINT = 800

/** A creature as it is after an event. */
type Changed = Pick<Creature, 'hp' | 'attack_bonus' | 'defence_bonus' | 'statuses'> & { seat: number; creature: string }
type EventWords = GameEvent & {
  seat?: number
  creature?: string
  attack?: string
  status?: string
  effect?: number | null
  changed?: Changed[]
  rocks?: number[]
}

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view: View = { ...before, phase: 'running', act: undefined }
  const shown: Frame<View>[] = []
  const show = (act: Act, milliseconds: number, events: GameEvent[]): void => {
    view = { ...view, act }
    shown.push({ view, events, milliseconds })
  }

  for (const event of events as EventWords[]) {
    const seat = event.seat ?? 0
    const was = view
    let blow: Pick<Act, 'type' | 'power'> = {}
    switch (event.kind) {
      case 'sent':
        view = entered(view, seat, event.creature!)
        show({ beat: 'enter', seat, floats: [] }, CARD, [event])
        break
      case 'attack': {
        const attack = activeOf(view.sides[seat as 0 | 1])?.attacks.find((known) => known.name === event.attack)
        blow = { type: attack?.type, power: event.effect !== null }
        show({ beat: 'strike', seat, ...blow, floats: [{ seat, kind: 'uses', attack: event.attack! }] }, STRIKE, [])
        break
      }
      case 'turn':
        view = after
        show({ beat: 'turn', seat: -1, floats: [] }, NOTE, [event])
        continue
      case 'ended':
        view = after
        show({ beat: 'note', seat: -1, floats: [] }, REVEAL, [event])
        continue
    }
    const struck = applied(view, event)
    const floats = [...remarks(event), ...differences(view, struck)]
    const hit = floats.find((float) => float.kind === 'hp')?.seat ?? floats[0]?.seat ?? seat
    view = struck
    if (event.kind !== 'sent') show({ beat: hurts(floats) ? 'hit' : 'note', seat: hit, ...blow, floats }, DAMAGE, [event])
    else if (floats.length) show({ beat: 'hit', seat: hit, floats }, DAMAGE, [])
    for (const side of [0, 1] as const)
      if (fainted(view.sides[side]) && !(fainted(was.sides[side]) && was.sides[side].active === view.sides[side].active))
        show({ beat: 'faint', seat: side, floats: [] }, FAINT, [])
  }
  return shown
}

function hurts(floats: Float[]): boolean {
  return floats.some((float) => float.kind === 'hp' && float.amount < 0)
}

function fainted(side: Side): boolean {
  return activeOf(side)?.hp === 0
}

function entered(view: View, seat: number, name: string): View {
  return withSides(view, (side, place) =>
    place === seat ? { ...side, active: side.creatures.findIndex((creature) => creature.name === name) } : side,
  )
}

/** The view after what an event changed. */
function applied(view: View, event: EventWords): View {
  return withSides(view, (side, seat) => ({
    ...side,
    rocks: event.rocks?.[seat] ?? side.rocks,
    creatures: side.creatures.map((creature) => {
      const now = event.changed?.find((one) => one.seat === seat && one.creature === creature.name)
      return now
        ? { ...creature, hp: now.hp, attack_bonus: now.attack_bonus, defence_bonus: now.defence_bonus, statuses: now.statuses }
        : creature
    }),
  }))
}

function withSides(view: View, change: (side: Side, seat: number) => Side): View {
  return { ...view, sides: [change(view.sides[0], 0), change(view.sides[1], 1)] }
}

/** What an event says beside what it changes. */
function remarks(event: EventWords): Float[] {
  const seat = event.seat ?? 0
  if (event.kind === 'held back') return [{ seat, kind: 'held' }]
  if (event.kind === 'acts first' || event.kind === 'bitten first') return [{ seat, kind: 'first' }]
  if (event.kind !== 'attack') return []
  if (event.effect !== null && event.effect !== undefined && event.effect !== 1)
    return [{ seat: 1 - seat, kind: 'effect', factor: event.effect }]
  return event.effect === null && !event.changed?.length && !event.rocks ? [{ seat: 1 - seat, kind: 'nothing' }] : []
}

/** What changed about the two creatures in battle and about their ground. */
function differences(before: View, after: View): Float[] {
  return [0, 1].flatMap((seat): Float[] => {
    const [was, now] = [before, after].map((view) => activeOf(view.sides[seat as 0 | 1]))
    const rocks = [before, after].map((view) => view.sides[seat as 0 | 1].rocks > 0)
    const floats: Float[] = rocks[0] === rocks[1] ? [] : [{ seat, kind: rocks[1] ? 'rocks' : 'cleared' }]
    if (!was || !now) return floats
    if (was.hp !== now.hp) floats.push({ seat, kind: 'hp', amount: now.hp - was.hp })
    if (now.hp === 0) return floats
    for (const kind of ['attack', 'defence'] as const) {
      const [old, factor] = [was[`${kind}_bonus`], now[`${kind}_bonus`]]
      if (old !== factor) floats.push({ seat, kind, factor, up: factor > old })
    }
    for (const status of Object.keys(now.statuses)) if (!was.statuses[status]) floats.push({ seat, kind: 'status', status })
    for (const status of Object.keys(was.statuses)) if (!now.statuses[status]) floats.push({ seat, kind: 'over', status })
    return floats
  })
}

/** The events of the turn that is being played, or of the last one until something happens in the next. */
export function lastTurn(story: GameEvent[]): GameEvent[] {
  const ends = story.flatMap((event, index) => (event.kind === 'turn' ? [index] : []))
  const open = story.length - 1 > (ends.at(-1) ?? -1)
  const from = (open ? ends.at(-1) : ends.at(-2)) ?? -1
  return story.slice(from + 1)
}
