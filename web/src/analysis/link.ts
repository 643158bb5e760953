/** An analysis as the address of its page: readable if it starts from a record or the first position of a game, else packed. */

import type { AnalysisRequest } from '../wire/types'

export type Row = Record<string, string> // actions by seat
export type Start = Pick<AnalysisRequest, 'record' | 'ply' | 'game' | 'options' | 'position' | 'seed' | 'names'>

/** Where an analysis starts, what was tried since, and how far one looks. */
export interface Analysis {
  start: Start
  rows: Row[]
  at: number // number of rows before the position that is shown
  viewer: number | null // the seat whose knowledge is shown; null: everything
}

const ROWS = '~' // between rows
const SEATS = '!' // between the seats of a row

export const PATH = '/analysis'

/** The address of an analysis, without the server; the lab has a path of its own. */
export async function linkOf({ start, rows, at, viewer }: Analysis, path = PATH): Promise<string> {
  const query = new URLSearchParams()
  if (start.record) query.set('record', start.record)
  else query.set('game', start.game ?? '')
  const plain = !start.position && !start.names && !Object.keys(start.options ?? {}).length && rows.every(isPlain)
  if (plain) {
    if (start.ply !== null && start.ply !== undefined) query.set('ply', String(start.ply))
    if (start.seed !== null && start.seed !== undefined) query.set('seed', String(start.seed))
    if (rows.length) query.set('actions', rows.map(written).join(ROWS))
  } else query.set('p', await packed({ start, rows }))
  if (viewer !== null) query.set('viewer', String(viewer))
  if (at !== rows.length) query.set('at', String(at))
  return `${path}?${query}`
}

/** The analysis of an address; null: there is none, or it cannot be read. */
export async function analysisOf(search: string): Promise<Analysis | null> {
  const query = new URLSearchParams(search)
  try {
    const { start, rows } = query.has('p') ? await unpacked(query.get('p')!) : plainly(query)
    if (!start.record && !start.game && !start.position) return null
    const at = query.has('at') ? Number(query.get('at')) : rows.length
    const viewer = query.has('viewer') && query.get('viewer') !== 'all' ? Number(query.get('viewer')) : null
    if (!Number.isInteger(at) || !(viewer === null || Number.isInteger(viewer))) return null
    return { start, rows, at: Math.max(0, Math.min(rows.length, at)), viewer }
  } catch {
    return null
  }
}

/** The request that shows an analysis. */
export function requestOf({ start, rows, at, viewer }: Analysis): AnalysisRequest {
  return { ...start, viewer, actions: rows.slice(0, at) }
}

function isPlain(row: Row): boolean {
  return Object.values(row).every((action) => !action.includes(ROWS) && !action.includes(SEATS))
}

function written(row: Row): string {
  return Object.entries(row)
    .map(([seat, action]) => `${seat}.${action}`)
    .join(SEATS)
}

function read(text: string): Row {
  return Object.fromEntries(
    text.split(SEATS).map((part) => {
      const dot = part.indexOf('.')
      if (dot < 1) throw new Error(`no seat in ${part}`)
      return [part.slice(0, dot), part.slice(dot + 1)]
    }),
  )
}

function plainly(query: URLSearchParams): Pick<Analysis, 'start' | 'rows'> {
  const start: Start = {}
  if (query.has('record')) start.record = query.get('record')
  else start.game = query.get('game')
  if (query.has('ply')) start.ply = Number(query.get('ply'))
  const seed = query.get('seed')
  if (seed) start.seed = Number.isSafeInteger(Number(seed)) ? Number(seed) : seed
  return { start, rows: (query.get('actions') ?? '').split(ROWS).filter(Boolean).map(read) }
}

async function packed(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

async function unpacked(text: string): Promise<Pick<Analysis, 'start' | 'rows'>> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const found = JSON.parse(await new Response(stream).text()) as Pick<Analysis, 'start' | 'rows'>
  if (typeof found.start !== 'object' || !Array.isArray(found.rows)) throw new Error('not an analysis')
  return found
}
