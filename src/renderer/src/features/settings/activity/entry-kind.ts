import { i18n } from '#renderer/language/i18n.ts';
import type { JournalEntry } from '#shared/domain/journal-entry.ts';
import type { ChipTone } from '#renderer/components/chip.tsx';
import { botEventName } from '../bots/bot-events.ts';

/** What a request was, in plain words. */
export function kindWords({ kind, direction }: Pick<JournalEntry, 'kind' | 'direction'>): string {
  if (kind === 'typing' || kind === 'typein' || kind === 'typeout')
    return i18n.t(`settings:activity.typing.${direction}`);
  const known: Readonly<Record<string, string>> = {
    status: i18n.t('settings:activity.kinds.status'),
    message: i18n.t('settings:activity.kinds.message'),
    reply: i18n.t('settings:activity.kinds.reply'),
    rating: i18n.t('settings:activity.kinds.rating'),
    'bot event': i18n.t('settings:activity.kinds.botEvent'),
    'unknown address': i18n.t('settings:activity.kinds.unknownAddress'),
  };
  return known[kind] ?? botEventName(kind);
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
