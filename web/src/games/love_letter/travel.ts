/** A card travels from where it was to where it is drawn. */

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { calm } from '../../lib/motion'

/** `from` finds the place where it was, within the scene. */
export function travel(node: Element, { from }: { from: string }): TransitionConfig {
  const start = node.closest('.love')?.querySelector(from)?.getBoundingClientRect()
  const end = node.getBoundingClientRect()
  if (!start?.width || !end.width) return { duration: 0 }
  const across = start.x + start.width / 2 - end.x - end.width / 2
  const down = start.y + start.height / 2 - end.y - end.height / 2
  return {
    duration: 1.2 * calm(),
    easing: cubicOut,
    css: (_, left) => `position: relative; z-index: 3; transform: translate(${across * left}px, ${down * left}px) rotate(${-14 * left}deg)`,
  }
}
