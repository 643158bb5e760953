/** What the actions of the game on the table are called in each language, as its views say. */

import { tongue, type Language } from '../../lib/language.svelte'
import type { View } from './view'

class Names {
  known = $state.raw<Partial<Record<Language, Record<string, string>>>>({})

  learn(view: View): void {
    this.known = { en: view.board.en.names, fr: view.board.fr.names }
  }

  of(action: string): string {
    return this.known[tongue.current]?.[action] ?? action
  }
}

export const names = new Names()
