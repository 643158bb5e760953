/** Puts what floats over the page beside what it belongs to, within the window. */

const MARGIN = 8 // pixels between it and its anchor, and from the window's edge
const WIDE = 200 // pixels: the name stands within the first of them
const CORNER = 20 // pixels that a tail stays away from the corners

export interface Place {
  left: number
  top: number
  above: boolean
  tail: number // where it points at its anchor, from its own left edge
}

type Box = Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'>

/** Above or below the anchor, where there is more room, and centred on it (or on its beginning, if it is wide) as far as the window allows. */
export function beside(anchor: Box, width: number, height: number, window: { innerWidth: number; innerHeight: number }): Place {
  const above = anchor.top > window.innerHeight - anchor.bottom
  const top = above ? anchor.top - height - MARGIN : anchor.bottom + MARGIN
  const middle = anchor.left + Math.min(anchor.width, WIDE) / 2
  const left = Math.max(MARGIN, Math.min(middle - width / 2, window.innerWidth - width - MARGIN))
  return {
    left,
    top: Math.max(MARGIN, Math.min(top, window.innerHeight - height - MARGIN)),
    above,
    tail: Math.max(CORNER, Math.min(middle - left, width - CORNER)),
  }
}
