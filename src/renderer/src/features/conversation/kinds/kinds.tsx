import type { ComponentType, ReactNode } from 'react';
import { CircleHelp } from 'lucide-react';
import type { Message } from '#shared/domain/message.ts';
import { files } from './file.tsx';
import { location } from './location.tsx';

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

type ShownType = Exclude<Message['type'], 'text'>;

/** Views of the message kinds other than text. */
export const kindViews: Readonly<Record<ShownType, KindView>> = {
  ...files,
  location,
};

/** A kind unknown to this version. */
const unknown: KindView = {
  icon: <CircleHelp />,
  background: () => 'wide',
  height: () => 0,
  nameOf: () => undefined,
  Content: () => null,
};

const byType = new Map<string, KindView>(Object.entries(kindViews));

export function kindView(type: ShownType): KindView {
  return byType.get(type) ?? unknown;
}
