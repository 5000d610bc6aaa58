import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Size } from './media-file.tsx';

/** A picture's position on its stage: scale 1 is fitted; x and y move its centre, in stage pixels. */
interface Zoom {
  readonly factor: number;
  readonly x: number;
  readonly y: number;
}

type Point = Omit<Zoom, 'factor'>;

export const FITTED: Zoom = { factor: 1, x: 0, y: 0 };
const STEP = 1.4;

/** Screen pixels per picture pixel when fitted; at most 1. */
export function fitScale(picture: Size, stage: Size): number {
  return Math.min(1, stage.width / picture.width, stage.height / picture.height);
}

/** The zoom at another scale that keeps `point` (from the stage's centre) in place. */
export function zoomAt(zoom: Zoom, factor: number, point: Point, picture: Size, stage: Size): Zoom {
  const largest = Math.max(4, 3 / fitScale(picture, stage));
  const next = Math.min(largest, Math.max(1, factor));
  const share = next / zoom.factor;
  return within(
    { factor: next, x: point.x - (point.x - zoom.x) * share, y: point.y - (point.y - zoom.y) * share },
    picture,
    stage,
  );
}

/** One step in or out, around the centre. */
export function zoomStep(zoom: Zoom, direction: 'in' | 'out', picture: Size, stage: Size): Zoom {
  return zoomAt(zoom, direction === 'in' ? zoom.factor * STEP : zoom.factor / STEP, { x: 0, y: 0 }, picture, stage);
}

export function pan(zoom: Zoom, by: Point, picture: Size, stage: Size): Zoom {
  return within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, picture, stage);
}

/** Keeps the picture's edges outside the stage's. */
function within({ factor, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const scale = fitScale(picture, stage) * factor;
  const free = (length: number, room: number): number => Math.max(0, (length * scale - room) / 2);
  const hold = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) + 0;
  return { factor, x: hold(x, free(picture.width, stage.width)), y: hold(y, free(picture.height, stage.height)) };
}

/** Zooms and pans a picture by wheel, pointer, touch and keyboard. */
export function useZoom(stageRef: RefObject<HTMLElement | null>, picture: Size | undefined) {
  const [zoom, setZoom] = useState(FITTED);
  const [stage, setStage] = useState<Size>();
  const change = (after: (zoom: Zoom, picture: Size, stage: Size) => Zoom): void => {
    if (picture !== undefined && stage !== undefined) setZoom((before) => after(before, picture, stage));
  };
  const fitted = picture === undefined || stage === undefined ? 1 : fitScale(picture, stage);
  const pointers = useRef(new Map<number, Point>());
  const fromCentre = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => {
    const box = stageRef.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    event.preventDefault();
    const point = fromCentre(event);
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
    // A touchpad pinch arrives as a wheel event with Ctrl, in small steps.
    change((before, ...sizes) =>
      zoomAt(before, before.factor * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), point, ...sizes),
    );
  });
  useEffect(() => {
    const element = stageRef.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setStage({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    // React's wheel listeners are passive and could not prevent the page's own zoom.
    const listen = (event: WheelEvent): void => onWheel(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', listen);
    };
  }, [stageRef]);

  const release = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  return {
    zoom,
    /** screen pixels per picture pixel */
    scale: fitted * zoom.factor,
    step: (direction: 'in' | 'out') => change((before, ...sizes) => zoomStep(before, direction, ...sizes)),
    fit: () => setZoom(FITTED),
    move: (by: Point) => change((before, ...sizes) => pan(before, by, ...sizes)),
    /** the stage's handlers: dragging, pinching, double click */
    pointer: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button') !== null)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, fromCentre(event));
      },
      onPointerMove: (event: PointerEvent) => {
        const from = pointers.current.get(event.pointerId);
        if (from === undefined) return;
        const to = fromCentre(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, to);
        if (other === undefined)
          change((before, ...sizes) => pan(before, { x: to.x - from.x, y: to.y - from.y }, ...sizes));
        else
          change((before, ...sizes) =>
            zoomAt(
              before,
              (before.factor * distance(to, other)) / Math.max(1, distance(from, other)),
              { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 },
              ...sizes,
            ),
          );
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: (event: MouseEvent) => {
        const point = fromCentre(event);
        change((before, ...sizes) =>
          before.factor > 1 ? FITTED : zoomAt(before, Math.max(2, 1 / fitted), point, ...sizes),
        );
      },
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
