import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList, type useChoice } from '#renderer/components/choice-list.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useChannel, useMe, useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { indexReplies } from '#shared/domain/find-replies.ts';
import { fillPlaceholders } from '#shared/domain/placeholders.ts';
import { useConversation } from '../conversation-context.ts';

interface SavedListProps {
  readonly found: readonly SavedReply[];
  readonly choice: ReturnType<typeof useChoice<SavedReply>>;
  /** the text as it would be inserted */
  readonly filled: (text: string) => string;
  readonly onPick: (reply: SavedReply) => void;
  readonly className?: string;
}

/** Matching saved replies: shortcut and start of the text. */
export function SavedList({ found, choice, filled, onPick, className }: SavedListProps) {
  const { t } = useTranslation('conversation');
  return (
    <ChoiceList label={t('savedReplies.title')} items={found} choice={choice} onPick={onPick} className={className}>
      {({ shortcut, text }, isChosen) => (
        <span className="flex flex-col py-0.5">
          <bdi className="truncate font-medium">/{shortcut}</bdi>
          <bdi className={cn('truncate', isChosen ? 'text-ink' : 'text-ink-quiet')}>
            {filled(text).slice(0, 200).replaceAll(/\s+/gu, ' ')}
          </bdi>
        </span>
      )}
    </ChoiceList>
  );
}

/** The saved replies with their search index; empty until loaded. */
export function useSavedIndex() {
  const { data } = useSavedReplies();
  return useMemo(() => indexReplies(data ?? []), [data]);
}

/** Fills a reply's placeholders from the chat. */
export function useFilled(): (text: string) => string {
  const { chat } = useConversation();
  const operator = useMe().data?.name;
  const channel = useChannel(chat.channelId)?.name;
  return (text) => fillPlaceholders(text, { customer: chat.customer.name, operator, channel });
}
