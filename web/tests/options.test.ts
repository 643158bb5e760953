import { beforeEach, expect, test } from 'vitest'
import { forgetTeam, plain, randomTeam, savedTeams, saveTeam, teamOf } from '../src/games/pokemon/teams'
import { tongue } from '../src/lib/language.svelte'
import { allowedOf, problemOf } from '../src/lib/options'
import type { SettingInfo } from '../src/wire/types'

beforeEach(() => {
  tongue.choose('en')
  localStorage.clear()
})

const option = (fields: Partial<SettingInfo>): SettingInfo => ({
  name: 'width',
  kind: 'int',
  default: 12,
  low: 3,
  high: 19,
  choices: [],
  meaning: { en: 'columns of the board', fr: 'colonnes du plateau' },
  ...fields,
})

test('a wrong value is named with its option and what is allowed, in both languages', () => {
  expect(problemOf(option({}), 12)).toBe('')
  expect(problemOf(option({}), 99)).toBe('Columns of the board: 99 is not possible. Allowed: 3 to 19.')
  expect(problemOf(option({}), 3.5)).toContain('3.5 is not possible')
  expect(problemOf(option({}), NaN)).toBe('Columns of the board: give a number. Allowed: 3 to 19.')
  tongue.choose('fr')
  expect(problemOf(option({}), 2)).toBe('Colonnes du plateau\u00a0: 2 n’est pas possible. Permis\u00a0: de 3 à 19.')
})

test('an option says what it allows', () => {
  expect(allowedOf(option({ high: null }))).toBe('3 or more')
  expect(allowedOf(option({ low: null }))).toBe('at most 19')
  expect(allowedOf(option({ kind: 'str', low: null, high: null, choices: ['2006', '2016'] }))).toBe('2006, 2016')
  expect(problemOf(option({ kind: 'str', choices: ['2006', '2016'] }), '1999')).toContain('1999 is not possible. Allowed: 2006, 2016.')
  expect(problemOf(option({ kind: 'bool' }), true)).toBe('')
})

test('teams are read from the text of the option, and stored under their names', () => {
  expect(teamOf('Étourmi, Pikachu+Salamèche'.replace(' ', ''))).toEqual(['etourmi', 'pikachu', 'salameche'])
  expect(plain('Étourmi')).toBe('etourmi')
  saveTeam('fast', ['pikachu'])
  expect(saveTeam('fast', ['pikachu', 'etourmi'])).toEqual([{ name: 'fast', team: ['pikachu', 'etourmi'] }])
  expect(savedTeams()).toHaveLength(1)
  expect(forgetTeam('fast')).toEqual([])
})

test('a random team has six creatures of those that there are', () => {
  const team = randomTeam(['pikachu', 'etourmi'])
  expect(team).toHaveLength(6)
  expect(team.every((creature) => ['pikachu', 'etourmi'].includes(creature))).toBe(true)
})
