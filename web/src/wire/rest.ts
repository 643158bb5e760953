/** Requests to the server: each returns what was asked for, or throws a `Refused` with a sentence for the player. */

import { newNonce, note } from '../lib/fairness'
import { say, type Both } from '../lib/language.svelte'
import type {
  AnalysisImport,
  AnalysisPosition,
  AnalysisQuestion,
  AnalysisRequest,
  CommitmentInfo,
  DecisionReview,
  EventPage,
  GameInfo,
  LabDecisions,
  LabExplanation,
  LabGame,
  LabPath,
  LabPlayed,
  LabQuestion,
  LabTable,
  LabTree,
  LadderPage,
  NewTable,
  PersonInfo,
  ReactionInfo,
  RecordInfo,
  RecordList,
  RecordReview,
  Refusal,
  RulesText,
  ServerInfo,
  StepList,
  TableInfo,
  TableList,
  TournamentGames,
  TournamentInfo,
} from './types'

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly text: Partial<Both>,
    readonly expected?: unknown, // what would have been accepted
  ) {
    super(code)
  }
}

const PATIENCE = 20_000 // milliseconds for a response
const LONG = 120_000 // for an opinion, before which a game may have to be compiled

async function ask<Answer>(method: string, path: string, body?: unknown, patience = PATIENCE): Promise<Answer> {
  return (await (await reach(method, path, body, patience)).json()) as Answer
}

/** The response; a refusal is thrown. */
async function reach(method: string, path: string, body?: unknown, patience = PATIENCE): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new Refused('offline', { en: say('offline'), fr: say('offline') })
  }
  if (!answer.ok) {
    const refusal = (await answer.json().catch(() => ({}))) as Partial<Refusal>
    throw new Refused(refusal.code ?? 'failed', refusal.text ?? { en: say('failed'), fr: say('failed') }, refusal.expected)
  }
  return answer
}

export const get = <Answer>(path: string): Promise<Answer> => ask<Answer>('GET', path)
export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => ask<Answer>('POST', path, body)

let games: Promise<GameInfo[]> | undefined

export const wire = {
  /** The games, requested once. */
  games: (): Promise<GameInfo[]> =>
    (games ??= get<GameInfo[]>('/api/games').catch((error: unknown) => {
      games = undefined
      throw error
    })),
  rules: (game: string) => get<RulesText>(`/api/games/${game}/rules`),
  cards: <Cards>(game: string) => get<Cards>(`/api/games/${game}/cards`),
  server: () => get<ServerInfo>('/api/server'),
  reactions: () => get<ReactionInfo[]>('/api/reactions'),

  /** The person behind the cookie; created at the first request. */
  me: () => post<PersonInfo>('/api/me'),
  rename: (name: string, colour?: string) => post<PersonInfo>('/api/me', { name, colour }),
  forget: () => ask<unknown>('DELETE', '/api/me'),

  tables: () => get<TableList>('/api/tables'),
  table: (id: string) => get<TableInfo>(`/api/tables/${id}`),
  events: (id: string, before: number, viewer: number) => get<EventPage>(`/api/tables/${id}/events?before=${before}&viewer=${viewer}`),
  /** A new table: the server commits to its secret before it gets our nonce. */
  open: async (wish: NewTable): Promise<TableInfo> => {
    const { commitment } = await post<CommitmentInfo>('/api/commitments')
    const nonce = newNonce()
    const table = await post<TableInfo>('/api/tables', { ...wish, commitment, nonce }).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'expired') return post<TableInfo>('/api/tables', { ...wish, nonce })
      throw error
    })
    note(table.id, table.commitment, nonce)
    return table
  },
  join: async (id: string, seat?: number): Promise<TableInfo> => {
    const nonce = newNonce()
    const table = await post<TableInfo>(`/api/tables/${id}/join`, { seat, nonce })
    note(id, table.commitment, nonce)
    return table
  },

  records: (game = '', before?: number) =>
    get<RecordList>(`/api/records?${new URLSearchParams({ ...(game && { game }), ...(before && { before: String(before) }) })}`),
  record: (id: string) => get<RecordInfo>(`/api/records/${id}`),
  steps: (id: string, from: number, count: number, viewer = 'all') =>
    get<StepList>(`/api/records/${id}/steps?viewer=${viewer}&from=${from}&count=${count}`),
  startReview: (id: string) => post<RecordReview>(`/api/records/${id}/review`),
  review: (id: string) => get<RecordReview>(`/api/records/${id}/review`),
  /** A decision, judged; or another action in the place of the played one. */
  decision: (id: string, ply: number, seat: number, action: string) =>
    get<DecisionReview>(`/api/records/${id}/decisions/${ply}/${seat}?action=${encodeURIComponent(action)}`),
  /** A new table that plays on from a decision. */
  playOn: (id: string, ply: number, seat: number) => post<TableInfo>(`/api/records/${id}/tables`, { ply, seat }),

  /** A position, and what was tried from it. */
  analysis: (asked: AnalysisRequest) => post<AnalysisPosition>('/api/analysis', asked),
  analysisOpinion: (asked: AnalysisQuestion) => ask<DecisionReview>('POST', '/api/analysis/opinion', asked, LONG),
  readAnalysis: (text: string) => post<AnalysisImport>('/api/analysis/import', { text }),

  /** The lab: asked again with the same question until `done` is 1. */
  labExplanation: (asked: LabQuestion) => post<LabExplanation>('/api/lab/explanation', asked),
  labPath: (asked: LabTree) => post<LabPath>('/api/lab/path', asked),
  labDecisions: (asked: LabDecisions) => post<LabTable>('/api/lab/decisions', asked),
  labGame: (asked: LabGame) => post<LabPlayed>('/api/lab/game', asked),

  ladder: (game: string) => get<LadderPage>(`/api/ladder?game=${game}`),
  agents: (game = '') => get<AgentRow[]>(`/api/agents${game && `?game=${game}`}`),
  tournaments: () => get<TournamentInfo[]>('/api/tournaments'),
  tournament: (id: string) => get<TournamentInfo>(`/api/tournaments/${encodeURIComponent(id)}`),
  report: async (id: string, language: string) =>
    (await reach('GET', `/api/tournaments/${encodeURIComponent(id)}/report?lang=${language}`)).text(),
  tournamentGames: (id: string, from: number, count: number) =>
    get<TournamentGames>(`/api/tournaments/${encodeURIComponent(id)}/games?from=${from}&count=${count}`),
}

export interface AgentRow {
  game: string
  tournament: string
  agent: string
  elo: number | null
  interval: [number, number] | null
  games: number
}
