import { CircleHelp } from 'lucide-react';
import type { Message } from '#shared/domain/message.ts';
import { files } from './file.tsx';
import type { KindView } from './kind-view.ts';
import { location } from './location.tsx';

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
