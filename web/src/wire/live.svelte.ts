/** A table from one viewpoint, updated over a WebSocket; it survives lost connections and restarts of the server. */

import type {
  ClientMessage,
  ClockInfo,
  OpinionInfo,
  OpinionMessage,
  PreparationInfo,
  Refusal,
  ServerMessage,
  TableInfo,
  Turn,
  UpdateMessage,
} from './types'
import { Playback } from './playback.svelte'
import { Refused, wire } from './rest'

const COME_BACK = ['restarting', 'busy', 'unavailable'] // codes of a server that may be ready again soon
const FIRST_WAIT = 400 // milliseconds before the first new attempt; doubles up to the longest
const LONGEST_WAIT = 8_000
const CLOCK_PATIENCE = 3_000 // milliseconds in which what happened is shown while one's own clock runs
const PULSE = 25_000 // between pings, so that a dead connection is noticed

type Answer = (message: ServerMessage) => void

export class Live {
  table = $state.raw<TableInfo>()
  turn = $state.raw<Turn | null>(null)
  sent = $state.raw<number | null>(null) // number of the question that was answered here, confirmed by the server or not
  private sentAction = ''
  clock = $state.raw<ClockInfo | null>(null)
  clockRead = 0 // when it came, in milliseconds since the page was opened: nobody sets that clock
  readonly playback = new Playback() // of the game: what is true here already is shown there one event after another
  thoughts = $state.raw<Record<string, OpinionInfo>>({})
  thinking = $state.raw<number[]>([]) // seats of agents that are thinking
  preparing = $state.raw<PreparationInfo | null>(null) // the opponents, once after an installation
  present = $state.raw<number[]>()
  reaction = $state.raw<{ seat: number; name: string; number: number }>()
  earlier = $state.raw<number | null>(null) // the log entry before which more happened than the story has
  connected = $state(false)
  lost = $state(false) // the connection was lost
  ended = $state.raw<Refusal>() // the server refused the connection

  private socket?: WebSocket
  private seq = -1
  private wait = FIRST_WAIT
  private timer?: ReturnType<typeof setTimeout>
  private pulse?: ReturnType<typeof setInterval>
  private asked = new Map<number, Answer>()
  private unanswered = new Map<number, ClientMessage>() // sent again after a lost connection, which is harmless
  private next = 1
  private closed = false

  constructor(
    readonly id: string,
    private readonly viewer = -1, // the seat whose view is watched, if only agents play
  ) {
    this.connect()
    document.addEventListener('visibilitychange', this.look)
    addEventListener('online', this.look)
  }

  /** Whether it is our turn, and everything before it was shown. */
  get choosing(): boolean {
    return !this.playback.busy && this.mine
  }

  /** Whether we have to choose. */
  get mine(): boolean {
    return !!this.turn?.mine && this.turn.chose === null && this.turn.answers !== this.sent
  }

  /** What we have chosen while others still choose. */
  get chose(): string | null {
    if (this.playback.busy || !this.turn) return null
    return this.turn.chose ?? (this.turn.answers === this.sent ? this.sentAction : null)
  }

  /** Leave the page: no more messages. */
  close(): void {
    this.closed = true
    this.playback.close()
    clearTimeout(this.timer)
    clearInterval(this.pulse)
    document.removeEventListener('visibilitychange', this.look)
    removeEventListener('online', this.look)
    this.socket?.close()
  }

  /** Send a message and wait for the answer; a refusal is thrown. */
  say(message: ClientMessage): Promise<ServerMessage> {
    const id = this.next++
    const numbered = { ...message, id }
    return new Promise((resolve, reject) => {
      this.asked.set(id, (answer) => (answer.type === 'refused' ? reject(new Refused(answer.code, answer.text)) : resolve(answer)))
      this.unanswered.set(id, numbered)
      this.send(numbered)
    })
  }

  /** Choose an action for the open question; it is open again if the choice is refused. */
  async play(action: string): Promise<void> {
    if (!this.turn) return
    const answers = this.turn.answers
    this.sentAction = action
    this.sent = answers
    try {
      await this.say({ type: 'play', answers, action })
    } catch (refused) {
      if (this.sent === answers) this.sent = null
      throw refused
    }
  }

  /** The advisor's opinion, and its judgement of an action: by default of the one that it prefers. */
  async opinion(unrated: boolean, action: string | null = null): Promise<OpinionMessage> {
    const answer = await this.say({ type: 'opinion', unrated, action })
    if (answer.type !== 'opinion') throw new Refused('failed', {})
    return answer
  }

  /** Load what happened before the story begins; it can be asked for again if that fails. */
  async readEarlier(): Promise<void> {
    const before = this.earlier
    if (before === null) return
    const page = await wire.events(this.id, before, this.viewer).catch(() => null)
    if (!page || this.earlier !== before) return // or another state has come meanwhile
    this.earlier = page.earlier
    this.playback.prepend(page.events)
  }

  private look = (): void => {
    if (document.visibilityState === 'visible' && !this.connected && !this.closed && this.socket?.readyState !== WebSocket.CONNECTING) {
      this.wait = FIRST_WAIT
      this.retry(0)
    }
  }

  private elsewhere: string | null = null // the address of the server that has this table

  private connect(): void {
    const server = (this.elsewhere ?? location.origin).replace(/^http/, 'ws')
    this.elsewhere = null // the next time the usual way: it may be elsewhere no more
    const query = new URLSearchParams()
    if (this.seq >= 0) query.set('since', String(this.seq))
    if (this.viewer >= 0) query.set('viewer', String(this.viewer))
    const socket = new WebSocket(`${server}/api/tables/${this.id}/socket?${query}`)
    this.socket = socket
    socket.onopen = () => {
      this.connected = true
      this.lost = false
      this.wait = FIRST_WAIT
      for (const message of this.unanswered.values()) this.send(message)
      clearInterval(this.pulse)
      this.pulse = setInterval(() => this.send({ type: 'ping' }), PULSE)
    }
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (this.socket !== socket) return
      this.connected = false
      clearInterval(this.pulse)
      if (this.closed || this.ended) return
      this.lost = true
      this.thinking = []
      this.retry(this.wait)
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
    }
  }

  private retry(wait: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2))
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'update') return this.update(message)
    if (message.type === 'thinking') {
      this.thinking = message.seats
      return
    }
    if (message.type === 'preparing') {
      this.preparing = message.done < message.of ? message : null // a game that cannot be compiled stays at 0
      return
    }
    if (message.type === 'presence') {
      this.present = message.present
      return
    }
    if (message.type === 'bye') {
      if (message.code === 'elsewhere') this.elsewhere = (message.expected as { address: string }).address
      else if (!COME_BACK.includes(message.code)) this.ended = message
      return
    }
    if (message.type === 'state') {
      this.seq = message.seq
      this.table = message.table
      this.ask(message.turn)
      this.read(message.clock)
      this.playback.seat = message.table.you ?? this.viewer
      this.playback.reset(message.view, message.story, message.result)
      this.earlier = message.earlier
      void this.readEarlier()
      return
    }
    if (message.id === null) return
    this.unanswered.delete(message.id)
    this.asked.get(message.id)?.(message)
    this.asked.delete(message.id)
  }

  /** A repeated question keeps its list of actions: a board would take another list for a new question, and drop a half-made choice. */
  private ask(turn: Turn | null): void {
    const old = this.turn
    this.turn = turn && old?.answers === turn.answers && old.mine === turn.mine ? { ...turn, legal: old.legal } : turn
  }

  private update(message: UpdateMessage): void {
    if (message.seq <= this.seq) return // a repetition
    if (message.seq > this.seq + 1) return this.send({ type: 'catch_up', since: this.seq })
    this.seq = message.seq
    if (message.table) this.table = message.table
    if (message.turn !== undefined) this.ask(message.turn)
    if (message.clock !== undefined) this.read(message.clock)
    this.playback.seat = this.table?.you ?? this.viewer
    this.playback.patience = this.patience
    this.playback.add(message)
    if (message.thoughts) this.thoughts = { ...this.thoughts, ...message.thoughts }
    if (message.reaction) this.reaction = { seat: message.by[0] ?? -1, name: message.reaction, number: message.seq }
  }

  /** Milliseconds that may pass until everything that happened was shown. */
  private get patience(): number {
    const pace = this.table?.people === 0 ? this.table.settings.pace : null
    if (pace !== null && pace !== undefined) return pace * 1500
    return this.mine && this.clock?.running.includes(this.table?.you ?? -1) ? CLOCK_PATIENCE : Infinity
  }

  private read(clock: ClockInfo | null): void {
    this.clockRead = performance.now()
    this.clock = clock
  }
}
