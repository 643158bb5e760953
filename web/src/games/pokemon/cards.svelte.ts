/** What is printed on the creatures, fetched when it is first needed; until then names are those of the wire. */

import { pick } from '../../lib/language.svelte'
import { wire } from '../../wire/rest'
import type { Printed } from './view'

class Cards {
  printed = $state.raw<Printed>({})
  #asked = false

  load(): void {
    if (this.#asked) return
    this.#asked = true
    wire.cards<Printed>('pokemon').then(
      (found) => (this.printed = found),
      () => (this.#asked = false), // names alone do
    )
  }
}

export const cards = new Cards()

/** A creature or an attack in the current language; the second creature of a kind is called `Pikachu 2`. */
export function nameOf(name: string): string {
  cards.load()
  const kind = name.replace(/ \d+$/, '')
  const card = cards.printed.creatures?.[kind] ?? cards.printed.attacks?.[kind]
  return (pick(card?.title) || kind) + name.slice(kind.length)
}
