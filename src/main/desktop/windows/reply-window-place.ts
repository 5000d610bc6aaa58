import type { Bounds } from './window-place.ts';

const SIZE = { width: 380, height: 520 } as const;
const MARGIN = 12;

/**
 * Where the reply window stands: centred on the tray's picture and as near to it as the work area allows, or, where
 * that place is not known, in the right corner at the side where this system has its tray.
 */
export function replyWindowBounds(area: Bounds, tray: Bounds | undefined, side: 'top' | 'bottom'): Bounds {
  const width = Math.min(SIZE.width, area.width - 2 * MARGIN);
  const height = Math.min(SIZE.height, area.height - 2 * MARGIN);
  const right = area.x + area.width - width - MARGIN;
  const top = area.y + MARGIN;
  const bottom = area.y + area.height - height - MARGIN;
  if (tray === undefined) return { x: right, y: side === 'top' ? top : bottom, width, height };
  const middle = { x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 };
  const x = Math.round(Math.min(Math.max(middle.x - width / 2, area.x + MARGIN), right));
  const isAbove = middle.y < area.y + area.height / 2;
  return { x, y: isAbove ? top : bottom, width, height };
}
