/** Requests to the server: each answers what was asked for, or throws a `Refused` with a sentence for the player. */

import { say, type Both } from '../lib/language.svelte'
import type { Analysis, Decision, Game, Me, Refusal, Step, Summary, Table, TableWish } from './types'

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly text: Partial<Both>,
  ) {
    super(code)
  }
}

const PATIENCE = 20_000 // milliseconds that an answer may take

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return (await (await reach(method, path, body)).json()) as Answer
}

/** The server's answer, if it is no refusal. */
async function reach(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    })
  } catch {
    throw new Refused('offline', { en: say('offline'), fr: say('offline') })
  }
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => ({}))) as Partial<Refusal>
    throw new Refused(refusal.code ?? 'failed', refusal.text ?? { en: say('failed'), fr: say('failed') })
  }
  return answer
}

const get = <Answer>(path: string): Promise<Answer> => ask<Answer>('GET', path)
const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => ask<Answer>('POST', path, body)

let games: Promise<Game[]> | undefined

export const wire = {
  /** The games, asked for once. */
  games: (): Promise<Game[]> =>
    (games ??= get<Game[]>('/api/games').catch((error: unknown) => {
      games = undefined
      throw error
    })),
  rules: (game: string) => get<{ en: string; fr: string | null }>(`/api/games/${game}/rules`),
  cards: <Cards>(game: string) => get<Cards>(`/api/games/${game}/cards`),
  reactions: () => get<{ name: string; text: Both }[]>('/api/reactions'),

  /** Who I am here; a guest is made at the first need. */
  me: () => post<Me>('/api/me'),
  rename: (name: string, colour: string) => post<Me>('/api/me', { name, colour }),
  forget: () => ask<unknown>('DELETE', '/api/me'),

  tables: () => get<{ mine: Table[]; public: Table[] }>('/api/tables'),
  table: (id: string) => get<Table>(`/api/tables/${id}`),
  open: (wish: TableWish) => post<Table>('/api/tables', wish),
  join: (id: string, seat?: number) => post<Table>(`/api/tables/${id}/join`, seat === undefined ? {} : { seat }),

  records: (game = '', before = '') =>
    get<{ records: Summary[]; next: string | null }>(`/api/records?${new URLSearchParams({ ...(game && { game }), ...(before && { before }) })}`),
  record: (id: string) => get<Summary>(`/api/records/${id}`),
  steps: (id: string, from: number, count: number, viewer = 'all') =>
    get<{ from: number; total: number; steps: Step[] }>(`/api/records/${id}/steps?viewer=${viewer}&from=${from}&count=${count}`),
  opinion: (id: string, ply: number, seat: number, agent?: string) =>
    get<Decision>(`/api/records/${id}/opinions/${ply}/${seat}${agent ? `?agent=${encodeURIComponent(agent)}` : ''}`),
  analyse: (id: string) => post<Analysis>(`/api/records/${id}/analysis`),
  analysis: (id: string) => get<Analysis>(`/api/records/${id}/analysis`),

  ladder: (game: string) => get<LadderPage>(`/api/ladder?game=${game}`),
  agents: (game = '') => get<AgentRow[]>(`/api/agents${game && `?game=${game}`}`),
  tournaments: () => get<TournamentRow[]>('/api/tournaments'),
  tournament: (id: string) => get<TournamentRow>(`/api/tournaments/${encodeURIComponent(id)}`),
  report: async (id: string, language: string) => (await reach('GET', `/api/tournaments/${encodeURIComponent(id)}/report?lang=${language}`)).text(),
  tournamentGames: (id: string, from: number, count: number) =>
    get<{ total: number; games: { record: string; agents: string[]; scores: number[] }[] }>(
      `/api/tournaments/${encodeURIComponent(id)}/games?from=${from}&count=${count}`,
    ),
}

export interface LadderPage {
  game: string
  players: { place: number; name: string; colour: string; kind: 'person' | 'level'; rating: number; deviation: number; games: number; you: boolean }[]
}

export interface AgentRow {
  game: string
  tournament: string
  agent: string
  elo: number | null
  interval: [number, number] | null
  games: number
}

export interface TournamentRow {
  id: string
  name: string
  game: string
  title: Both
  format: string
  agents: string[]
  games: number
  made: string
}
