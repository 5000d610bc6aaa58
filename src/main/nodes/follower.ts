import type { Entry, Heard } from '#main/store/nodes.ts';
import type { Publish } from '#main/store/store.ts';

/** Applies what nodes did, this one too: what commands did is published; what is kept in memory is read again. */
export function createFollower({
  publish,
  hear,
}: {
  readonly publish: Publish;
  readonly hear: (heard: Heard) => void;
}) {
  const reloads: (() => Promise<void>)[] = [];
  const readAgain = async (entry: Entry): Promise<void> => {
    for (const reload of reloads) await reload();
    if (entry.kind === 'settings') publish({ answer: undefined, chats: entry.chats });
  };
  return {
    /** reads again what another node has changed */
    reloads: (reload: () => Promise<void>): void => void reloads.push(reload),
    apply: (heard: Heard): Promise<void> | void => {
      const { entry, isOwn } = heard;
      if (entry.kind === 'told') return hear(heard);
      if (entry.kind === 'change') publish({ ...entry.change, answer: undefined });
      // Who changed them here has read them again, and reports what it did.
      else if (!isOwn) return readAgain(entry);
    },
  };
}
