/** Small sounds made on the spot, off until somebody wants them. */

import { store, stored } from './storage'

export type Sound = 'move' | 'mine' | 'end'

const NOTES: Record<Sound, [hertz: number, seconds: number][]> = {
  move: [[330, 0.06]],
  mine: [
    [440, 0.07],
    [587, 0.09],
  ],
  end: [
    [392, 0.12],
    [494, 0.12],
    [587, 0.24],
  ],
}

class Speaker {
  on = $state(stored<boolean>('sound') ?? false)
  private context?: AudioContext

  turn(on: boolean): void {
    this.on = on
    store('sound', on)
    if (on) this.play('mine')
  }

  play(sound: Sound): void {
    if (!this.on) return
    this.context ??= new AudioContext()
    let start = this.context.currentTime
    for (const [hertz, seconds] of NOTES[sound]) {
      const tone = this.context.createOscillator()
      const volume = this.context.createGain()
      tone.type = 'triangle'
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.15, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
      tone.connect(volume).connect(this.context.destination)
      tone.start(start)
      tone.stop(start + seconds)
      start += seconds
    }
  }
}

export const speaker = new Speaker()
