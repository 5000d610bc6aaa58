import type { ComponentType, ReactNode } from 'react';
import type { Message } from '#shared/domain/message.ts';

/** Style of a message's bubble: with the usual margin, with a thin frame, or without a bubble. */
export type Background = 'wide' | 'frame' | 'none';

/** Appearance of a message kind. Its data and its wire format are in the domain's `kinds`. */
export interface KindView {
  readonly icon: ReactNode;
  readonly background: (message: Message) => Background;
  /** estimated pixels before measuring */
  readonly height: (message: Message) => number;
  /** its name for screen readers if it has no text */
  readonly nameOf: (message: Message) => string | undefined;
  /** everything but its text, which follows as a caption */
  readonly Content: ComponentType<{ readonly message: Message }>;
}
