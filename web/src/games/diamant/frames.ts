/** What happens in the mine, one thing after another: the choices, each way home, the card; a disaster and the end of a round. */

import { CARD, DAMAGE, MOMENT, NOTE, REVEAL, TRICK } from '../../lib/durations'
import type { Frame, GameEvent } from '../contract'
import { isRelic, type Disaster, type Returned, type RoundEnded, type View } from './view'

export function frames(before: View, events: GameEvent[], after: View): Frame<View>[] {
  let view = before
  return events.map((event): Frame<View> => {
    switch (event.kind) {
      case 'chosen':
        return { view, events: [event], milliseconds: REVEAL }
      case 'returned':
        view = withoutOne(view, event as Returned)
        return { view, events: [event], milliseconds: DAMAGE }
      case 'round begun':
        return { view, events: [event], milliseconds: CARD }
      case 'disaster':
        view = { ...view, path: [...view.path, (event as Disaster).card] }
        return { view, events: [event], milliseconds: TRICK }
      case 'round ended':
        view = { ...view, inside: [], carried: 0, banks: (event as RoundEnded).banks }
        return { view, events: [event], milliseconds: MOMENT, moment: true }
      case 'treasure':
      case 'warning':
      case 'relic':
        return { view: after, events: [event], milliseconds: REVEAL }
      default:
        return { view: after, events: [event], milliseconds: NOTE }
    }
  })
}

/** The mine after somebody went home with gems from the path, and relics if they left alone. */
function withoutOne(view: View, home: Returned): View {
  return {
    ...view,
    inside: view.inside.filter((seat) => seat !== home.seat),
    gems: view.gems - home.from_path,
    banks: view.banks.map((bank, seat) => (seat === home.seat ? bank + home.banked : bank)),
    relics: view.relics.map((count, seat) => (seat === home.seat ? count + home.relics : count)),
    ...(home.relics ? { path: view.path.filter((card) => !isRelic(card)), path_relics: { count: 0, worth: 0 } } : {}),
  }
}
