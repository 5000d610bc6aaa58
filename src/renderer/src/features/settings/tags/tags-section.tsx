import { useTranslation } from 'react-i18next';
import { Tags as TagsIcon } from 'lucide-react';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useTags } from '#renderer/rpc/use-tags.ts';
import { tagKey } from '#shared/domain/tags.ts';
import { SearchedList } from '../parts/folding-row.tsx';
import { Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { TagRow } from './tag-row.tsx';

/** All tags: renamed, merged and taken away, everywhere at once. */
export function TagsSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('tags.title')} lead={t('tags.lead')}>
      <Loaded of={useTags()}>
        {(tags) =>
          tags.length === 0 ? (
            <EmptyState icon={<TagsIcon />} title={t('tags.emptyTitle')} className="my-6">
              {t('tags.empty')}
            </EmptyState>
          ) : (
            <SearchedList
              label={t('tags.list')}
              searchLabel={t('tags.search')}
              nothingFits={t('tags.nothingFits')}
              items={tags}
              find={(query) => tags.filter(({ name }) => tagKey(name).includes(tagKey(query)))}
            >
              {(tag, folding) => <TagRow tag={tag} others={tags.filter(({ id }) => id !== tag.id)} {...folding} />}
            </SearchedList>
          )
        }
      </Loaded>
    </Section>
  );
}
