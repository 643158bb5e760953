/** Teams as the options of a table write them: creatures by their plain names, separated by commas. */

import { store, stored } from '../../lib/storage'

export const LARGEST = 6 // creatures of a team

export interface SavedTeam {
  name: string
  team: string[]
}

/** A creature's name as options write it: `Étourmi` is `etourmi`. */
export function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export function teamOf(text: string): string[] {
  return text.split(/[,+]/).map(plain).filter(Boolean)
}

/** Six creatures drawn from those that there are; the same one may come twice. */
export function randomTeam(creatures: string[], chance: () => number = Math.random): string[] {
  return Array.from({ length: LARGEST }, () => creatures[Math.floor(chance() * creatures.length)]!)
}

export function savedTeams(): SavedTeam[] {
  return stored<SavedTeam[]>('teams') ?? []
}

/** Keeps a team in this browser; one of the same name is replaced. */
export function saveTeam(name: string, team: string[]): SavedTeam[] {
  return keep([...savedTeams().filter((saved) => saved.name !== name), { name, team }])
}

export function forgetTeam(name: string): SavedTeam[] {
  return keep(savedTeams().filter((saved) => saved.name !== name))
}

function keep(teams: SavedTeam[]): SavedTeam[] {
  store('teams', teams)
  return teams
}
