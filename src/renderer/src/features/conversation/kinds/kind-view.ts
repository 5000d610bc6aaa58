import type { ComponentType, ReactNode } from 'react';
import type { LazyPart } from '#renderer/components/lazy.tsx';
import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import type { Message } from '#shared/domain/message.ts';

/** How a message sits in its bubble: with the usual margin, with a thin frame, or without a bubble. */
export type Background = 'wide' | 'frame' | 'none';

/** How a message kind looks. Its data and its wire format are in the domain's `kinds`. */
export interface KindView {
  readonly icon: ReactNode;
  readonly background: (message: Message) => Background;
  /** estimated pixels before measuring */
  readonly height: (message: Message) => number;
  /** its name for screen readers if it has no text */
  readonly nameOf: (message: Message) => string | undefined;
  /** everything but its text, which follows as a caption */
  readonly Content: ComponentType<{ readonly message: Message }>;
  /** creates one that is not a file */
  readonly make?: Creator;
}

export interface Creator {
  readonly command: 'sendLocation';
  readonly label: () => string;
  readonly notSent: () => string;
  readonly Dialog: LazyPart<CreatorDialogProps>;
}

export interface CreatorDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly customerName: string;
  readonly onCreate: (part: MediaReply) => void;
}
