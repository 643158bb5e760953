/** For how many milliseconds a kind of event is shown at normal speed. */

export const CARD = 600 // a card, a stroke, a creature that comes in
export const DAMAGE = 700
export const REVEAL = 1000 // something that was hidden
export const TRICK = 1400 // completed, before it goes to its taker
export const NOTE = 550 // a remark in passing, such as whose turn begins
export const MOMENT = 6000 // a sheet at the end of a round, unless somebody closes it
