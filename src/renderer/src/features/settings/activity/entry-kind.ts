import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import type { ChipTone } from '#renderer/components/chip.tsx';
import { botEventWords } from '../bot-events.ts';
import { activityWords } from './activity-words.ts';

/** What a request was, in plain words. */
export function kindWords({ kind, direction }: Pick<JournalEntry, 'kind' | 'direction'>): string {
  if (kind === 'typing' || kind === 'typein' || kind === 'typeout') return activityWords.typing[direction];
  const known: Readonly<Record<string, string>> = activityWords.kinds;
  return known[kind] ?? botEventWords[kind] ?? kind;
}

export const outcomeTones: Record<JournalEntry['outcome'], ChipTone> = {
  accepted: 'neutral',
  repeat: 'neutral',
  refused: 'attention',
  delivered: 'good',
  failed: 'urgent',
};

/** How to name one of these by its id: nothing for none, and a word for one that was removed. */
export function namesOf(
  known: readonly { readonly id: string; readonly name: string }[] | undefined,
  removed: string,
): (id: string | undefined) => string | undefined {
  return (id) =>
    id === undefined || known === undefined ? undefined : (known.find((one) => one.id === id)?.name ?? removed);
}
