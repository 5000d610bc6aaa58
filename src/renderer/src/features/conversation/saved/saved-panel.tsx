import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Link } from 'wouter';
import { useChoice } from '#renderer/components/choice-list.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import { SearchInput } from '#renderer/components/field.tsx';
import { useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { SavedReply } from '#shared/contract/replies.ts';
import { searchReplies } from '#shared/domain/saved-replies.ts';
import { useConversation } from '../conversation-context.ts';
import { SavedList, useSavedIndex } from './use-slash.tsx';

export interface SavedPanelProps {
  readonly filled: (text: string) => string;
  readonly onPick: (reply: SavedReply) => void;
}

/** The saved replies, with a search. */
export function SavedPanel(props: SavedPanelProps) {
  const { t } = useTranslation('conversation');
  const { isSmall } = useConversation();
  return (
    <Loaded query={useSavedReplies()} loading={<div className="h-24" />} failed={t('savedReplies.notLoaded')}>
      {(replies) => (
        <>
          {replies.length === 0 ? (
            <EmptyState title={t('savedReplies.none')}>{t('savedReplies.noneMore')}</EmptyState>
          ) : (
            <SearchedReplies {...props} />
          )}
          {!isSmall && (
            <p className="border-t px-3 py-2 text-ui">
              <Link href="/settings/replies">
                {replies.length === 0 ? t('savedReplies.add') : t('savedReplies.manage')}
              </Link>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

function SearchedReplies({ filled, onPick }: SavedPanelProps) {
  const { t } = useTranslation('conversation');
  const [query, setQuery] = useState('');
  const found = searchReplies(useSavedIndex(), query);
  const choice = useChoice(found, query);
  return (
    <>
      <div className="p-2 pb-1">
        <SearchInput
          {...choice.combobox}
          label={t('savedReplies.search')}
          value={query}
          onValueChange={setQuery}
          // Tab moves on from here; Enter accepts.
          onKeyDown={(event) => event.key !== 'Tab' && choice.onKeyDown(event, { onPick })}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="px-4 pt-1 pb-3 text-ui text-ink-quiet">
          {t('savedReplies.nothingFits')}
        </p>
      )}
      <SavedList found={found} choice={choice} filled={filled} onPick={onPick} />
    </>
  );
}
