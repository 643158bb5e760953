/** What one hears and feels of a game: sounds and short vibrations, from the first tap on, unless switched off. */

import { untrack } from 'svelte'
import { store, stored } from './storage'

/** Kinds of events that have a sound; games say which of theirs is which. */
export type Sound =
  | 'tap' // a button of a scene
  | 'card' // laid down
  | 'deal' // one card to a hand
  | 'shuffle'
  | 'gem'
  | 'coin' // points, tokens, banking
  | 'trap' // a warning
  | 'disaster'
  | 'hit'
  | 'strongHit'
  | 'faint'
  | 'stroke' // on wood
  | 'turn' // your turn
  | 'win'
  | 'lose'

const VOLUME = 0.5
const APART = 30 // milliseconds: the same sound sooner than this is one sound, only louder
const EVEN_HIDDEN: Sound[] = ['turn', 'win', 'lose'] // what calls somebody back from another tab

/** Milliseconds of vibration and of rest, in turn. */
const VIBRATIONS: Partial<Record<Sound, number[]>> = {
  turn: [30],
  trap: [20],
  disaster: [90],
  hit: [25],
  strongHit: [45, 30, 45],
  faint: [15, 40, 15],
  win: [30, 50, 30, 50, 90],
  lose: [70],
}

class Speaker {
  on = $state(stored<boolean>('sound') ?? true)
  vibrates = $state(stored<boolean>('vibration') ?? true)
  readonly canVibrate = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches
  private context?: AudioContext
  private sounds?: typeof import('./sounds') // as a whole, so that the build keeps what only tests import
  private last: Partial<Record<Sound, number>> = {}

  turn(on: boolean): void {
    this.on = on
    store('sound', on)
    if (on) void this.wake().then(() => this.play('turn'))
  }

  turnVibration(on: boolean): void {
    this.vibrates = on
    store('vibration', on)
    if (on) this.vibrate('turn')
  }

  /** Browsers are silent until the page is touched: called at the first tap or key. */
  async wake(): Promise<void> {
    if (!this.on || this.context) return
    this.context = new AudioContext()
    try {
      this.sounds = await import('./sounds')
    } catch {
      this.context = undefined // not reachable now: the next tap tries again
    }
  }

  /** Plays it now; an effect that calls this does not depend on the switches. */
  play(sound: Sound): void {
    untrack(() => this.begin(sound))
  }

  private begin(sound: Sound): void {
    const now = performance.now()
    if (now - (this.last[sound] ?? -APART) < APART || (document.hidden && !EVEN_HIDDEN.includes(sound))) return
    this.last[sound] = now
    this.vibrate(sound)
    if (!this.on || !this.context || !this.sounds) return
    if (this.context.state !== 'running') void this.context.resume().catch(() => undefined)
    this.sounds.perform(sound, this.context, VOLUME)
  }

  private vibrate(sound: Sound): void {
    const pattern = VIBRATIONS[sound]
    if (pattern && this.vibrates && this.canVibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern)
  }
}

export const speaker = new Speaker()
