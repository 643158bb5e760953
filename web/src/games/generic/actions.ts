/** What taps mean, and which actions need a button of their own. */

import type { Cell, Part } from './view'

export interface ActionGroup {
  title: string // the word with which all of them begin; empty: none
  actions: string[]
}

const FEW = 6 // actions that are not grouped

/** The actions that cells, cards and piles stand for. */
export function onTheTable(parts: Part[]): Set<string> {
  const found = parts.flatMap((part) => {
    if (part.kind === 'grid') return part.rows.flat().flatMap((cell) => cell.actions ?? [])
    if (part.kind === 'hand') return part.cards.flatMap((card) => card.actions ?? [])
    return part.kind === 'pile' ? (part.actions ?? []) : []
  })
  return new Set(found)
}

/** What a tap chooses among the legal actions, after a first tap left some of them: one action, several to choose from, or none. */
export function meant(actions: string[], legal: string[], among: string[]): string[] {
  const possible = actions.filter((action) => legal.includes(action))
  const both = possible.filter((action) => among.includes(action))
  return both.length ? both : possible
}

/** The square of each action where a hint or a review is marked: of several the last empty one, as where a piece falls to. */
export function markedSquares(rows: Cell[][]): Map<string, Cell> {
  const found = new Map<string, Cell>()
  for (const cell of rows.flat()) {
    const empty = cell.seat === undefined && !cell.text
    for (const action of cell.actions ?? []) if (empty || !found.has(action)) found.set(action, cell)
  }
  return found
}

/** Many actions by their first word, in the order in which they come. */
export function grouped(actions: string[], nameOf: (action: string) => string): ActionGroup[] {
  if (actions.length <= FEW) return [{ title: '', actions }]
  const groups = new Map<string, string[]>()
  for (const action of actions) {
    const [first, ...rest] = nameOf(action).split(' ')
    const title = rest.length ? first! : ''
    groups.set(title, [...(groups.get(title) ?? []), action])
  }
  const sizes = [...groups].filter(([title]) => title).map(([, found]) => found.length)
  if (groups.size < 2 || Math.max(0, ...sizes) < 2) return [{ title: '', actions }]
  return [...groups].map(([title, found]) => ({ title, actions: found }))
}
