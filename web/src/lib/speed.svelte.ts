/** How fast a game is shown, as chosen. */

import { store, stored } from './storage'

export const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 } as const
export type Speed = keyof typeof SPEEDS

class Tempo {
  chosen = $state<Speed>(stored<Speed>('speed') ?? 'normal')

  /** By what the duration of an event is multiplied. */
  get factor(): number {
    return SPEEDS[this.chosen] ?? 1
  }

  choose(speed: Speed): void {
    this.chosen = speed
    store('speed', speed)
  }
}

export const tempo = new Tempo()
