import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';

/** Ways to the engine, the best first. */
export const WIRE_KINDS = ['socket', 'stream', 'poll'] as const;
export type WireKind = (typeof WIRE_KINDS)[number];

/** One connection to the engine. */
export interface Wire {
  readonly send: (frame: VisitorFrame) => void;
  readonly close: () => void;
}

export interface WireListener {
  readonly onFrame: (frame: EngineFrame) => void;
  /** the engine answered without a frame */
  readonly onHeard: () => void;
  /** it is over, or never opened; called at most once, and not after `close` */
  readonly onClosed: () => void;
}

/** Opens a connection at `{home}/site/{publicId}` and says hello. */
export type OpenWire = (base: string, hello: VisitorFrame, listener: WireListener) => Wire;

/** The frames in a text; none if it cannot be read. */
export function framesIn(text: string): readonly EngineFrame[] {
  try {
    const read: unknown = JSON.parse(text);
    return (Array.isArray(read) ? read : [read]) as EngineFrame[];
  } catch {
    return [];
  }
}
