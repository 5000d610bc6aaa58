import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { EmptyState, Loaded } from '#renderer/components/lists.tsx';
import { ALL_CHANNELS, ChannelSelect } from '#renderer/components/list-page.tsx';
import { Select } from '#renderer/components/select.tsx';
import { SearchInput } from '#renderer/components/field.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { useChannels, useOperators, useTags } from '#renderer/rpc/use-directory.ts';
import type { Tag } from '#shared/contract/contacts.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { narrow, useInboxView } from '#renderer/state/inbox-view.ts';

/** Number of tags from which there is a search field. */
const SEARCHED_FROM = 9;

/** The choice of all channels, or all operators. */
const ALL = ALL_CHANNELS;

/** Filters of the inbox's lists. */
export function FilterChoices() {
  const { t } = useTranslation(['common', 'inbox']);
  const { channelId = ALL, heldBy = ALL } = useInboxView();
  const channels = useChannels().data ?? [];
  const operators = useOperators().data ?? [];
  return (
    <>
      {channels.length > 1 && (
        <ChannelSelect
          channels={channels}
          value={channelId}
          onValueChange={(value) => narrow({ channelId: value === ALL ? undefined : value })}
          className="shrink-0"
        />
      )}
      {operators.length > 1 && (
        <Select
          label={t('inbox:narrow.whose')}
          value={heldBy}
          choices={[
            { value: ALL, label: t('inbox:narrow.everybody') },
            ...operators.map(({ id, name }) => ({ value: id, label: t('inbox:narrow.of', { name }) })),
          ]}
          onValueChange={(value) => narrow({ heldBy: value === ALL ? undefined : value })}
          className="shrink-0"
        />
      )}
      <Loaded query={useTags()} loading={<div className="h-16" />} failed={t('tags.notLoaded')}>
        {(tags) => {
          const ofChats = tags.filter(({ chats }) => chats > 0);
          if (ofChats.length === 0) return <EmptyState title={t('tags.none')}>{t('tags.noneMore')}</EmptyState>;
          return <Choices tags={ofChats} />;
        }}
      </Loaded>
    </>
  );
}

function Choices({ tags }: { readonly tags: readonly Tag[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const chosen = useInboxView((view) => view.tags);
  const keys = chosen.map(tagKey);
  const found = tags.filter(({ name }) => tagKey(name).includes(tagKey(query)));
  const choose = (name: string, isChosen: boolean): void =>
    narrow({ tags: isChosen ? [...chosen, name] : chosen.filter((tag) => tagKey(tag) !== tagKey(name)) });
  return (
    <>
      {tags.length >= SEARCHED_FROM && (
        <SearchInput label={t('tags.filterSearch')} value={query} onValueChange={setQuery} />
      )}
      {found.length === 0 && (
        <p role="status" className="text-ui text-ink-quiet">
          {t('tags.nothingFits')}
        </p>
      )}
      <div role="group" aria-label={t('tags.filter')} className="flex min-h-0 flex-col gap-1 overflow-y-auto py-1">
        {found.map(({ id, name, chats }) => (
          <Checkbox
            key={id}
            checked={keys.includes(tagKey(name))}
            onCheckedChange={(isChosen) => choose(name, isChosen)}
            className="min-h-6"
          >
            <span className="flex items-center gap-2">
              <TagChip name={name} />
              <span className="tabular text-meta text-ink-quiet">{chats}</span>
            </span>
          </Checkbox>
        ))}
      </div>
    </>
  );
}
