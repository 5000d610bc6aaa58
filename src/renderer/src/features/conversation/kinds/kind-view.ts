import type { ComponentType, ReactNode } from 'react';
import type { LazyPart } from '#renderer/components/lazy.tsx';
import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import type { Message } from '#shared/domain/message.ts';

/** How much of its bubble a message fills: all but the usual margin, all but a frame, or it stands without one. */
export type Background = 'wide' | 'frame' | 'none';

/** How a kind of message looks. What it is, and how it goes over the wire, stands in the domain's `kinds`. */
export interface KindView {
  readonly icon: ReactNode;
  readonly background: (message: Message) => Background;
  /** a guess in pixels, before it is measured */
  readonly height: (message: Message) => number;
  /** what it is called where it has no text, for who hears it */
  readonly called: (message: Message) => string | undefined;
  /** all but its text, which follows as a caption */
  readonly Content: ComponentType<{ readonly message: Message }>;
  /** how an operator makes one that is no file */
  readonly make?: Making;
}

export interface Making {
  readonly command: 'sendLocation';
  readonly label: () => string;
  readonly notSent: () => string;
  readonly Dialog: LazyPart<MakingDialogProps>;
}

export interface MakingDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly customerName: string;
  readonly onMake: (part: MediaReply) => void;
}
