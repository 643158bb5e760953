/** The sounds of the client, made of filtered noise and plain tones; loaded after the first tap. */

import type { Sound } from './sound.svelte'

/** One layer of a sound: it swells for `attack` seconds, fades until its end, and glides from one frequency to another. */
interface Layer {
  source: 'noise' | 'low noise' | OscillatorType // noise is a band around the frequency; low noise everything below it
  at?: number // seconds after the sound begins
  lasts: number
  from: number // hertz
  to?: number
  gain: number
  attack?: number
}

/** A note with the overtones of a small bell. */
function bell(hertz: number, at: number, lasts: number, gain: number): Layer[] {
  return [
    { source: 'sine', at, lasts, from: hertz, gain },
    { source: 'sine', at, lasts: lasts * 0.6, from: hertz * 2.76, gain: gain * 0.3 },
    { source: 'sine', at, lasts: lasts * 0.3, from: hertz * 5.4, gain: gain * 0.12 },
  ]
}

function note(hertz: number, at: number, lasts: number, gain: number): Layer[] {
  return [
    { source: 'triangle', at, lasts, from: hertz, gain, attack: 0.012 },
    { source: 'sine', at, lasts, from: hertz * 2, gain: gain * 0.25, attack: 0.012 },
  ]
}

function flick(at: number, gain: number): Layer {
  return { source: 'noise', at, lasts: 0.05, from: 3600, to: 2200, gain, attack: 0.003 }
}

const RIFFLE = Array.from({ length: 12 }, (_, at) => flick(0.035 * at, 0.25 + 0.02 * at))
const RUBBLE = [0.18, 0.31, 0.39, 0.52, 0.6, 0.74].map((at, stone): Layer => ({
  source: 'noise',
  at,
  lasts: 0.11,
  from: 900 - 90 * stone,
  to: 260,
  gain: 0.6,
}))

const LAYERS: Record<Sound, Layer[]> = {
  tap: [{ source: 'sine', lasts: 0.05, from: 620, to: 420, gain: 0.3 }],
  card: [
    { source: 'noise', lasts: 0.11, from: 2600, to: 1200, gain: 0.7, attack: 0.006 },
    { source: 'sine', at: 0.02, lasts: 0.07, from: 170, to: 90, gain: 0.4 },
  ],
  deal: [flick(0, 0.55), { source: 'noise', at: 0.03, lasts: 0.05, from: 1500, to: 1100, gain: 0.3 }],
  shuffle: [...RIFFLE, { source: 'noise', at: 0.45, lasts: 0.25, from: 2600, to: 1100, gain: 0.6, attack: 0.06 }],
  gem: [...bell(1480, 0, 0.3, 0.28), ...bell(2217, 0.07, 0.4, 0.24)],
  coin: [...bell(1047, 0, 0.12, 0.25), ...bell(1568, 0.05, 0.35, 0.28), flick(0, 0.2)],
  trap: [
    { source: 'triangle', lasts: 0.22, from: 233, to: 220, gain: 0.5, attack: 0.01 },
    { source: 'triangle', at: 0.2, lasts: 0.4, from: 165, to: 147, gain: 0.55, attack: 0.01 },
    { source: 'low noise', lasts: 0.6, from: 220, to: 90, gain: 0.5, attack: 0.15 },
  ],
  disaster: [
    { source: 'sine', lasts: 0.7, from: 95, to: 36, gain: 0.7, attack: 0.01 },
    { source: 'low noise', lasts: 1.2, from: 700, to: 80, gain: 0.7, attack: 0.05 },
    ...RUBBLE,
  ],
  hit: [
    { source: 'low noise', lasts: 0.13, from: 1800, to: 300, gain: 0.5 },
    { source: 'sine', lasts: 0.15, from: 170, to: 60, gain: 0.45 },
  ],
  strongHit: [
    { source: 'noise', lasts: 0.06, from: 2800, to: 1500, gain: 0.5 },
    { source: 'low noise', lasts: 0.3, from: 1600, to: 120, gain: 0.55 },
    { source: 'sine', lasts: 0.38, from: 140, to: 38, gain: 0.6 },
  ],
  faint: [
    { source: 'triangle', lasts: 0.55, from: 520, to: 110, gain: 0.45, attack: 0.02 },
    { source: 'low noise', at: 0.48, lasts: 0.17, from: 500, to: 120, gain: 0.6 },
  ],
  stroke: [
    { source: 'noise', lasts: 0.17, from: 1100, to: 2100, gain: 0.45, attack: 0.05 },
    { source: 'sine', lasts: 0.08, from: 260, to: 190, gain: 0.5 },
    { source: 'noise', lasts: 0.05, from: 800, to: 500, gain: 0.6, attack: 0.003 },
  ],
  turn: [...bell(659, 0, 0.22, 0.3), ...bell(880, 0.12, 0.38, 0.32)],
  win: [
    ...[523, 659, 784].flatMap((hertz, at) => note(hertz, 0.11 * at, 0.2, 0.4)),
    ...[523, 784, 1047].flatMap((hertz) => note(hertz, 0.36, 0.85, 0.24)),
    ...bell(2093, 0.42, 0.5, 0.08),
  ],
  lose: [...note(392, 0, 0.24, 0.4), ...note(330, 0.2, 0.26, 0.4), ...note(262, 0.42, 0.55, 0.4)],
}

const RAMP = 0.001 // an exponential fade cannot reach 0; this is 60 dB below

export const SOUNDS = Object.keys(LAYERS) as Sound[]

/** Seconds until a sound has faded. */
export function lengthOf(sound: Sound): number {
  return Math.max(...LAYERS[sound].map(({ at = 0, lasts }) => at + lasts))
}

const hiss = new WeakMap<BaseAudioContext, AudioBuffer>()

function noise(context: BaseAudioContext): AudioBuffer {
  let buffer = hiss.get(context)
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
    const samples = buffer.getChannelData(0)
    for (let at = 0, seed = 1; at < samples.length; at++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0 // the same noise every time, so that it can be measured (Numerical Recipes)
      samples[at] = seed / 2 ** 31
    }
    hiss.set(context, buffer)
  }
  return buffer
}

/** Where a layer comes from, gliding from one frequency to the other. */
function begin(context: BaseAudioContext, { source, from, to = from, lasts }: Layer, start: number): [AudioScheduledSourceNode, AudioNode] {
  const glide = (frequency: AudioParam): void => {
    frequency.setValueAtTime(from, start)
    frequency.exponentialRampToValueAtTime(to, start + lasts)
  }
  if (source === 'noise' || source === 'low noise') {
    const played = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true })
    const filter = new BiquadFilterNode(context, source === 'noise' ? { type: 'bandpass', Q: 0.9 } : { type: 'lowpass', Q: 0.5 })
    glide(filter.frequency)
    played.connect(filter)
    return [played, filter]
  }
  const tone = new OscillatorNode(context, { type: source })
  glide(tone.frequency)
  return [tone, tone]
}

/** Schedules a sound; its layers end, and are released, by themselves. */
export function perform(sound: Sound, context: BaseAudioContext, volume: number, when = context.currentTime): void {
  for (const layer of LAYERS[sound]) {
    const start = when + (layer.at ?? 0)
    const [source, heard] = begin(context, layer, start)
    const envelope = new GainNode(context, { gain: 0 })
    envelope.gain.setValueAtTime(0, start)
    envelope.gain.linearRampToValueAtTime(layer.gain * volume, start + (layer.attack ?? 0.002))
    envelope.gain.exponentialRampToValueAtTime(layer.gain * volume * RAMP, start + layer.lasts)
    heard.connect(envelope).connect(context.destination)
    source.start(start)
    source.stop(start + layer.lasts)
  }
}
