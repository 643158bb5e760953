/** Friendly names for people who gave none: an animal each, made from the number that the server gives them, in the reader's language. */

import { say, tongue } from './language.svelte'

const ANIMALS = [
  ['Otter', 'Loutre'],
  ['Badger', 'Blaireau'],
  ['Heron', 'Héron'],
  ['Lynx', 'Lynx'],
  ['Hedgehog', 'Hérisson'],
  ['Dolphin', 'Dauphin'],
  ['Squirrel', 'Écureuil'],
  ['Falcon', 'Faucon'],
  ['Beaver', 'Castor'],
  ['Tortoise', 'Tortue'],
  ['Fox', 'Renard'],
  ['Owl', 'Chouette'],
  ['Seal', 'Phoque'],
  ['Stag', 'Cerf'],
  ['Marmot', 'Marmotte'],
  ['Kingfisher', 'Martin-pêcheur'],
  ['Hare', 'Lièvre'],
  ['Wolf', 'Loup'],
  ['Magpie', 'Pie'],
  ['Salamander', 'Salamandre'],
  ['Ibex', 'Bouquetin'],
  ['Puffin', 'Macareux'],
  ['Weasel', 'Belette'],
  ['Swan', 'Cygne'],
  ['Bear', 'Ours'],
  ['Robin', 'Rouge-gorge'],
  ['Whale', 'Baleine'],
  ['Cricket', 'Grillon'],
  ['Mole', 'Taupe'],
  ['Stork', 'Cigogne'],
  ['Chamois', 'Chamois'],
  ['Bumblebee', 'Bourdon'],
  ['Panther', 'Panthère'],
  ['Newt', 'Triton'],
  ['Pelican', 'Pélican'],
  ['Dormouse', 'Loir'],
  ['Bison', 'Bison'],
  ['Swallow', 'Hirondelle'],
  ['Toad', 'Crapaud'],
  ['Penguin', 'Manchot'],
  ['Octopus', 'Pieuvre'],
  ['Firefly', 'Luciole'],
  ['Koala', 'Koala'],
  ['Raven', 'Corbeau'],
  ['Zebra', 'Zèbre'],
  ['Crane', 'Grue'],
  ['Panda', 'Panda'],
] as const // a prime number of them: every bit of the server's number counts

function animal(guest: number): number {
  return guest % ANIMALS.length
}

/** The name of a guest; among others, those of the same animal are distinguished by a number that stays with the person, not with the seat. */
export function guestName(guest: number | null, others: readonly (number | null)[] = []): string {
  if (guest === null) return say('guest')
  const before = new Set(others.filter((other) => other !== null && other < guest && animal(other) === animal(guest)))
  const name = `${say('guest')} ${ANIMALS[animal(guest)]![tongue.current === 'fr' ? 1 : 0]}`
  return before.size ? `${name} ${before.size + 1}` : name
}
