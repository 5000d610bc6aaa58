import type { Rectangle } from 'electron';

/** A window's position in device-independent pixels of the whole desktop. */
export type Bounds = Readonly<Rectangle>;

/** Part of the title bar that must be on a screen to grab it with the mouse. */
const GRIP = { width: 120, height: 24 } as const;

const REPLY_SIZE = { width: 380, height: 520 } as const;
const REPLY_MARGIN = 12;

/**
 * The remembered bounds if a window there is reachable on a screen's work area, at most the size of that screen;
 * undefined if not, because a screen was removed or rotated.
 */
export function reachableBounds(bounds: Bounds, workAreas: readonly Bounds[]): Bounds | undefined {
  const area = workAreas.find((workArea) => isReachableOn(workArea, bounds));
  if (area === undefined) return undefined;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return { x: bounds.x, y: bounds.y, width, height };
}

/** Checks that enough of the title bar is in this area. */
function isReachableOn(area: Bounds, { x, y, width }: Bounds): boolean {
  const shownWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  const shownHeight = Math.min(y + GRIP.height, area.y + area.height) - Math.max(y, area.y);
  return shownWidth >= GRIP.width && shownHeight >= GRIP.height;
}

/**
 * The reply window's position: centred on the tray icon and as close as the work area allows, or, if that is unknown,
 * in the right corner on the side where this system has its tray.
 */
export function replyWindowBounds(area: Bounds, tray: Bounds | undefined, side: 'top' | 'bottom'): Bounds {
  const width = Math.min(REPLY_SIZE.width, area.width - 2 * REPLY_MARGIN);
  const height = Math.min(REPLY_SIZE.height, area.height - 2 * REPLY_MARGIN);
  const right = area.x + area.width - width - REPLY_MARGIN;
  const top = area.y + REPLY_MARGIN;
  const bottom = area.y + area.height - height - REPLY_MARGIN;
  if (tray === undefined) return { x: right, y: side === 'top' ? top : bottom, width, height };
  const middle = { x: tray.x + tray.width / 2, y: tray.y + tray.height / 2 };
  const x = Math.round(Math.min(Math.max(middle.x - width / 2, area.x + REPLY_MARGIN), right));
  const isAbove = middle.y < area.y + area.height / 2;
  return { x, y: isAbove ? top : bottom, width, height };
}
