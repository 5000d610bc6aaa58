import type { Size } from './picture-box.ts';

/** How a picture lies on its stage: 1 is fitted, x and y move its middle, in pixels of the stage. */
export interface Zoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const FITTED: Zoom = { factor: 1, x: 0, y: 0 };
const STEP = 1.4;

/** Pixels of the screen for one of the picture when it is fitted; never enlarged by that. */
export function fitScale(picture: Size, stage: Size): number {
  return Math.min(1, stage.width / picture.width, stage.height / picture.height);
}

/** The zoom with another factor, so that what is under `point` (from the stage's middle) stays under it. */
export function zoomedAt(zoom: Zoom, factor: number, point: Point, picture: Size, stage: Size): Zoom {
  const largest = Math.max(4, 3 / fitScale(picture, stage));
  const next = Math.min(largest, Math.max(1, factor));
  const share = next / zoom.factor;
  return within(
    { factor: next, x: point.x - (point.x - zoom.x) * share, y: point.y - (point.y - zoom.y) * share },
    picture,
    stage,
  );
}

/** One step in or out, around the middle. */
export function stepped(zoom: Zoom, direction: 'in' | 'out', picture: Size, stage: Size): Zoom {
  return zoomedAt(zoom, direction === 'in' ? zoom.factor * STEP : zoom.factor / STEP, { x: 0, y: 0 }, picture, stage);
}

export function moved(zoom: Zoom, by: Point, picture: Size, stage: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, picture, stage);
}

/** No edge of the picture comes further in than the stage's. */
function within({ factor, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const scale = fitScale(picture, stage) * factor;
  const free = (length: number, room: number): number => Math.max(0, (length * scale - room) / 2);
  const hold = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) + 0;
  return { factor, x: hold(x, free(picture.width, stage.width)), y: hold(y, free(picture.height, stage.height)) };
}
