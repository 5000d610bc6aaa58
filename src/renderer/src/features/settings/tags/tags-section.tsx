import { useTranslation } from 'react-i18next';
import { Tags as TagsIcon } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { Input } from '#renderer/components/input.tsx';
import { useTags } from '#renderer/rpc/use-tags.ts';
import type { Tag } from '#shared/contract/tags.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { FieldsSkeleton, NotLoaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { TagRow } from './tag-row.tsx';

/** How many are found at a look, without searching. */
const SEARCHED_FROM = 9;

/** All tags: renamed, merged and taken away, everywhere at once. */
export function TagsSection() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useTags();
  return (
    <Section title={t('tags.title')} lead={t('tags.lead')}>
      {data === undefined && (isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />)}
      {data?.length === 0 && (
        <EmptyState icon={<TagsIcon />} title={t('tags.emptyTitle')} className="my-6">
          {t('tags.empty')}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <TagList tags={data} />}
    </Section>
  );
}

function TagList({ tags }: { readonly tags: readonly Tag[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [openId, setOpenId] = useState<string>();
  const found = tags.filter(({ name }) => tagKey(name).includes(tagKey(query)));
  return (
    <div className="flex flex-col gap-3">
      {tags.length >= SEARCHED_FROM && (
        <Input
          type="search"
          aria-label={t('tags.search')}
          placeholder={t('tags.search')}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <p role="status" className="text-ui text-ink-quiet empty:hidden">
        {found.length === 0 && t('tags.nothingFits')}
      </p>
      {found.length > 0 && (
        <ul
          aria-label={t('tags.list')}
          className="flex flex-col divide-y divide-hairline overflow-hidden rounded-card border bg-raised"
        >
          {found.map((tag) => (
            <li key={tag.id}>
              <TagRow
                tag={tag}
                others={tags.filter(({ id }) => id !== tag.id)}
                isOpen={tag.id === openId}
                onToggle={() => setOpenId(tag.id === openId ? undefined : tag.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
