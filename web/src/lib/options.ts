/** What is wrong with the value of an option, and what is allowed. */

import type { SettingInfo } from '../wire/types'
import { number, pick, say, sentence } from './language.svelte'

export type OptionValue = SettingInfo['default']

/** The values that an option allows, in words; empty where anything goes. */
export function allowedOf(option: SettingInfo): string {
  const { low, high } = option
  if (option.choices.length) return option.choices.join(', ')
  if (low !== null && high !== null) return say('allowedRange', { low: number(low), high: number(high) })
  if (low !== null) return say('allowedFrom', { low: number(low) })
  return high === null ? '' : say('allowedUpTo', { high: number(high) })
}

/** A sentence that names the option, its value and the allowed ones; empty if the value is fine. */
export function problemOf(option: SettingInfo, value: OptionValue): string {
  if (option.kind === 'bool' || (option.kind === 'str' && !option.choices.length)) return ''
  const name = sentence(pick(option.meaning))
    .replace(/[:;(].*$/s, '')
    .trim()
  const allowed = allowedOf(option)
  if (option.choices.length)
    return option.choices.map(String).includes(String(value)) ? '' : say('optionWrong', { name, value: String(value), allowed })
  const amount = Number(value)
  if (Number.isNaN(amount)) return say('optionMissing', { name, allowed })
  const whole = option.kind === 'float' || Number.isInteger(amount)
  const within = (option.low === null || amount >= option.low) && (option.high === null || amount <= option.high)
  return whole && within ? '' : say('optionWrong', { name, value: String(value), allowed })
}
