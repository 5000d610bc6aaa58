/** Where a window stands: in device-independent pixels of the whole desktop. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlace {
  readonly bounds: Bounds;
  readonly maximized: boolean;
}

/** How much of the title bar has to be on a screen for a window to be caught with the mouse. */
const GRIP = { width: 120, height: 24 } as const;

/**
 * The remembered bounds where a window there can be reached on one of the screens' work areas, made no larger than
 * that screen; undefined where it cannot: a screen was taken away, or turned.
 */
export function reachableBounds(bounds: Bounds, workAreas: readonly Bounds[]): Bounds | undefined {
  const area = workAreas.find((each) => overlap(titleBar(bounds), each));
  if (area === undefined) return undefined;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return { x: bounds.x, y: bounds.y, width, height };
}

function titleBar(bounds: Bounds): Bounds {
  return { ...bounds, height: GRIP.height };
}

function overlap(one: Bounds, other: Bounds): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width >= GRIP.width && height >= GRIP.height;
}
