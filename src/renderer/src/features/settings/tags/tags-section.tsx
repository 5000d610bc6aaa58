import { useTranslation } from 'react-i18next';
import { Tags as TagsIcon } from 'lucide-react';
import { EmptyState } from '#renderer/components/lists.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useTags } from '#renderer/rpc/use-directory.ts';
import { tagKey, MAX_TAG_LENGTH } from '#shared/domain/tags.ts';
import { SearchedList } from '#renderer/components/folding.tsx';
import { Loaded, Section } from '../parts/section.tsx';
import { useState } from 'react';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { Field, named } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { TagChip } from '#renderer/components/tags.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { tagName, type Tag } from '#shared/contract/contacts.ts';
import { ConfirmButton, useAction } from '#renderer/components/actions.tsx';
import { SavedText } from '#renderer/components/saved-fields.tsx';

export function TagsSection() {
  const { t } = useTranslation('common');
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
              renderLine={(tag) => (
                <>
                  <span className="flex min-w-0 flex-1">
                    <TagChip name={tag.name} />
                  </span>
                  <span className="shrink-0 text-ui text-ink-quiet">{usedText(tag)}</span>
                </>
              )}
            >
              {(tag) => <TagFields tag={tag} others={tags.filter(({ id }) => id !== tag.id)} />}
            </SearchedList>
          )
        }
      </Loaded>
    </Section>
  );
}

function usedText({ chats, contacts }: Tag): string {
  return i18n.t('common:tags.used', {
    chats: i18n.t('common:tags.chats', { count: chats }),
    contacts: i18n.t('common:tags.contacts', { count: contacts }),
  });
}

interface TagProps {
  readonly tag: Tag;
  readonly others: readonly Tag[];
}

function TagFields({ tag, others }: TagProps) {
  const { t } = useTranslation('common');
  const { mutateAsync: rename } = useRouteMutation('tags.rename', 'tags.list');
  const { mutateAsync: remove } = useRouteMutation('tags.remove', 'tags.list');
  return (
    <>
      <SavedText
        field="name"
        {...named('common:tags.name')}
        maxLength={MAX_TAG_LENGTH}
        saved={tag.name}
        rule={tagName}
        save={(name) => rename({ tagId: tag.id, name })}
      />
      {tag.chats > 0 && (
        <p className="text-ui">
          {/* Not `Link`: it would put the query before the hash. */}
          <a href={`#/?${new URLSearchParams({ tag: tag.name }).toString()}`}>{t('tags.showChats')}</a>
        </p>
      )}
      {others.length > 0 && <MergeTag tag={tag} others={others} />}
      <ConfirmButton
        label={t('tags.takeAway')}
        className="self-start"
        title={t('tags.removeTitle', { tag: tag.name })}
        will={[t('tags.removeWhat', { used: usedText(tag) })]}
        confirmLabel={t('tags.removeConfirm')}
        failed={t('tags.failed')}
        act={() => remove({ tagId: tag.id })}
        done={t('tags.removed', { tag: tag.name })}
      />
    </>
  );
}

function MergeTag({ tag, others }: TagProps) {
  const { t } = useTranslation('common');
  const [intoId, setIntoId] = useState('');
  const { mutateAsync: merge } = useRouteMutation('tags.merge', 'tags.list');
  const names = { tag: tag.name, other: others.find(({ id }) => id === intoId)?.name ?? '' };
  const { pending, run } = useAction(t('tags.failed'), t('tags.merged', names));
  return (
    <>
      <Field label={t('tags.mergeInto')} hint={t('tags.mergeHint')}>
        <Select
          value={intoId}
          choices={[
            { value: '', label: t('tags.mergeChoose') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={setIntoId}
          className="w-full"
        />
      </Field>
      <ConfirmDialog
        open={intoId !== ''}
        onOpenChange={(isOpen) => !isOpen && setIntoId('')}
        title={t('tags.mergeTitle', names)}
        consequences={<p>{t('tags.mergeWhat', names)}</p>}
        confirmLabel={t('tags.mergeConfirm')}
        danger
        pending={pending}
        onConfirm={() => void run(() => merge({ tagId: tag.id, intoId })).then(() => setIntoId(''))}
      />
    </>
  );
}
