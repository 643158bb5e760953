/** How long things move: not at all where the system asks for less motion. */

const still = matchMedia('(prefers-reduced-motion: reduce)')

export function calm(): number {
  return still.matches ? 0 : 380
}

export function quick(): number {
  return still.matches ? 0 : 160
}
