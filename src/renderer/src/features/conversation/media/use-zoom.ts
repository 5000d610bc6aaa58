import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Size } from './picture-box.ts';
import { FITTED, fitScale, moved, type Point, stepped, type Zoom, zoomedAt } from './zoom.ts';

export interface PictureZoom {
  readonly zoom: Zoom;
  /** pixels of the screen for one of the picture */
  readonly scale: number;
  readonly step: (direction: 'in' | 'out') => void;
  readonly fit: () => void;
  readonly move: (by: Point) => void;
  /** what the stage listens to: dragging, pinching, double click */
  readonly pointer: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: (event: PointerEvent) => void;
    readonly onDoubleClick: (event: React.MouseEvent) => void;
  };
}

/** Zooming and moving a picture on its stage by wheel, pointer, touch and keys. */
export function useZoom(stageRef: RefObject<HTMLElement | null>, picture: Size | undefined): PictureZoom {
  const [zoom, setZoom] = useState(FITTED);
  const stage = useStage(stageRef);
  const change = useCallback(
    (after: (zoom: Zoom, picture: Size, stage: Size) => Zoom) => {
      if (picture !== undefined && stage !== undefined) setZoom((before) => after(before, picture, stage));
    },
    [picture, stage],
  );
  useWheel(stageRef, change);
  const fitted = picture === undefined || stage === undefined ? 1 : fitScale(picture, stage);
  const pointers = useRef(new Map<number, Point>());

  const fromMiddle = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point =>
    middled(stageRef.current, clientX, clientY);
  const letGo = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  return {
    zoom,
    scale: fitted * zoom.factor,
    step: (direction) => change((before, ...sizes) => stepped(before, direction, ...sizes)),
    fit: () => setZoom(FITTED),
    move: (by) => change((before, ...sizes) => moved(before, by, ...sizes)),
    pointer: {
      onPointerDown: (event) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button') !== null)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, fromMiddle(event));
      },
      onPointerMove: (event) => {
        const from = pointers.current.get(event.pointerId);
        if (from === undefined) return;
        const to = fromMiddle(event);
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, to);
        if (other === undefined)
          change((before, ...sizes) => moved(before, { x: to.x - from.x, y: to.y - from.y }, ...sizes));
        else
          change((before, ...sizes) =>
            zoomedAt(
              before,
              (before.factor * distance(to, other)) / Math.max(1, distance(from, other)),
              { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 },
              ...sizes,
            ),
          );
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onDoubleClick: (event) => {
        const point = fromMiddle(event);
        change((before, ...sizes) =>
          before.factor > 1 ? FITTED : zoomedAt(before, Math.max(2, 1 / fitted), point, ...sizes),
        );
      },
    },
  };
}

function useStage(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [stage, setStage] = useState<Size>();
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setStage({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return stage;
}

/** React listens to wheels passively, which could not keep the page from zooming as well. */
function useWheel(
  ref: RefObject<HTMLElement | null>,
  change: (after: (zoom: Zoom, picture: Size, stage: Size) => Zoom) => void,
): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const point = middled(element, event.clientX, event.clientY);
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
      // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
      change((before, ...sizes) =>
        zoomedAt(before, before.factor * Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), point, ...sizes),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [ref, change]);
}

function middled(element: HTMLElement | null, x: number, y: number): Point {
  const box = element?.getBoundingClientRect() ?? new DOMRect();
  return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
