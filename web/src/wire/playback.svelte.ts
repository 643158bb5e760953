/** What a table shows: everything that happens, one event after another, each for as long as it takes to be seen. */

import type { Frame, GameClient } from '../games/contract'
import { CARD } from '../lib/durations'
import { tempo } from '../lib/speed.svelte'
import type { GameEvent, ResultInfo, UpdateMessage, View } from './types'

/** A frame, and how the game ended if this was its last one. */
interface Waiting extends Frame<View | null> {
  result?: ResultInfo | null
}

export class Playback {
  view = $state.raw<View | null>(null)
  events = $state.raw<GameEvent[]>([]) // of the frame that is shown
  story = $state.raw<GameEvent[]>([]) // all events so far from this viewpoint, the oldest first
  moment = $state.raw<Frame | null>(null) // shown as a sheet
  result = $state.raw<ResultInfo | null>(null)
  busy = $state(false) // something is waiting to be shown
  unit = $state.raw<Frame[]>([]) // the last trick or turn, to be shown once more
  client?: GameClient // which knows how long its events take
  seat = -1
  patience = Infinity // milliseconds that everything waiting may take at most: a clock runs, or agents play on

  private queue: Waiting[] = []
  private latest: View | null = null // at the end of the queue
  private current: Waiting | null = null
  private growing: Frame[] = [] // the unit that has not ended
  private paused: { view: View | null; events: GameEvent[] } | null = null // what was shown when a replay began
  private timer?: ReturnType<typeof setTimeout>
  private painting = 0 // the frame of the screen after which the timer starts

  constructor() {
    document.addEventListener('visibilitychange', this.catchUp)
  }

  close(): void {
    this.clear()
    document.removeEventListener('visibilitychange', this.catchUp)
  }

  /** Show a state at once: after connecting, and after a lost connection. */
  reset(view: View | null, story: GameEvent[], result: ResultInfo | null): void {
    this.stop()
    this.view = this.latest = view
    this.result = result
    this.story = story
    this.events = []
    this.unit = this.growing = []
  }

  /** What happened before the story begins. */
  prepend(events: GameEvent[]): void {
    this.story = [...events, ...this.story]
  }

  /** Show what an update brings, after everything before it. */
  add(message: UpdateMessage): void {
    if (message.view === undefined && message.result === undefined) return
    if (this.paused) this.skip()
    const view = message.view === undefined ? this.latest : message.view
    if (message.what === 'took_back') {
      this.skip()
      this.events = message.events ?? []
      this.story = [...this.story, ...this.events]
      this.unit = this.growing = []
      message = { ...message, events: [] }
    }
    this.queue.push(...this.framesOf(message, view))
    this.latest = view
    if (!this.busy) this.advance()
  }

  /** The next event, now. */
  next(): void {
    if (this.busy) this.advance()
  }

  /** Everything that waits, at once; nothing of it is missing in the log. */
  skip(): void {
    if (!this.busy) return
    const waiting = this.paused ? [] : [this.current, ...this.queue].filter((frame) => frame !== null)
    const seen = this.queue.flatMap((frame) => frame.events)
    for (const frame of waiting) {
      if (frame !== this.current) this.begin(frame)
      this.finish(frame)
    }
    if (seen.length) this.events = seen
    this.stop()
  }

  /** Show the last trick or turn once more. */
  replay(): void {
    if (this.busy || !this.unit.length) return
    this.paused = { view: this.view, events: this.events }
    this.queue = this.unit.filter((frame) => !frame.moment) as Waiting[]
    this.advance()
  }

  private catchUp = (): void => {
    if (document.hidden) this.skip()
  }

  private framesOf(message: UpdateMessage, view: View | null): Waiting[] {
    const events = message.events ?? []
    const frames: Waiting[] = []
    let before = this.latest
    let first = 0
    const steps = [...(message.steps ?? []), { events: events.length, view }]
    for (const step of steps) {
      const found = events.slice(first, first + step.events)
      if (found.length) frames.push(...this.framesOfStep(before, found, step.view))
      first += step.events
      before = step.view
    }
    frames.push({ view, events: [], milliseconds: 0, ...(message.result === undefined ? {} : { result: message.result }) })
    return frames
  }

  private framesOfStep(before: View | null, events: GameEvent[], after: View | null): Waiting[] {
    const make = this.client?.frames
    if (make && before && after) return make(before as never, events, after as never, this.seat) as Waiting[]
    return events.map((event) => ({ view: after, events: [event], milliseconds: CARD }))
  }

  private advance(): void {
    this.clear()
    const passed: GameEvent[] = []
    this.busy = true
    for (;;) {
      if (this.current) this.finish(this.current)
      const frame = (this.current = this.queue.shift() ?? null)
      if (!frame) break
      this.begin(frame)
      passed.push(...frame.events)
      const wait = document.hidden ? 0 : frame.milliseconds * this.factor
      if (wait > 0) {
        this.painting = requestAnimationFrame(() => (this.timer = setTimeout(() => this.advance(), wait))) // from when it is seen
        break
      }
    }
    if (passed.length) this.events = passed
    if (!this.current) this.stop()
  }

  private begin(frame: Waiting): void {
    this.view = frame.view
    if (frame.events.length) this.events = frame.events
    this.moment = frame.moment && this.client?.moment ? frame : null
    if (!this.paused && (frame.events.length || frame.milliseconds)) {
      this.story = [...this.story, ...frame.events]
      this.growing = [...this.growing, frame]
      if (frame.events.some((event) => this.client?.unit?.ends(event, this.seat))) {
        this.unit = this.growing
        this.growing = []
      } else if (frame.events.some((event) => this.client?.unit?.precedes?.(event))) this.growing = []
    }
  }

  private finish(frame: Waiting): void {
    if (frame.result !== undefined) this.result = frame.result
  }

  private stop(): void {
    this.clear()
    this.queue = []
    this.current = this.moment = null
    this.busy = false
    if (this.paused) ({ view: this.view, events: this.events } = this.paused)
    this.paused = null
  }

  private clear(): void {
    cancelAnimationFrame(this.painting)
    clearTimeout(this.timer)
  }

  /** By what durations are multiplied: as chosen, or less where everything would take too long. */
  private get factor(): number {
    const waiting = [this.current, ...this.queue].reduce((sum, frame) => sum + (frame?.milliseconds ?? 0), 0)
    return Math.min(tempo.factor, waiting > this.patience ? this.patience / waiting : 1)
  }
}
