import { useTranslation } from 'react-i18next';
import { named } from '#renderer/components/field.tsx';
import { MessageSquareQuote, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { EmptyState } from '#renderer/components/lists.tsx';
import { notify, notifyFailure, undoAction } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useMay } from '#renderer/rpc/ask.ts';
import { fetchFile, uploadFile } from '#renderer/rpc/media.ts';
import { useChannels, useMe, useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { savedReplyInput, type ReplyFile, type SavedReply } from '#shared/contract/replies.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import { fillPlaceholders, indexReplies, PLACEHOLDERS, searchReplies } from '#shared/domain/saved-replies.ts';
import { FormDialog } from '#renderer/components/forms.tsx';
import { useSavedText } from '#renderer/components/saved-fields.tsx';
import { TextArea, TextField, type TypedText } from '#renderer/components/text-field.tsx';
import { SearchedList } from '#renderer/components/folding.tsx';
import { type ChosenFile, ReplyFiles } from './reply-files.tsx';
import { AddButton, Loaded, Section } from '../parts/section.tsx';
import { ActionButton, type Opened } from '#renderer/components/actions.tsx';
import { insertAtCaret } from '#renderer/components/keys.tsx';

export function RepliesSection() {
  const { t } = useTranslation('settings');
  const replies = useSavedReplies();
  const isOwner = useMay('owner') === true;
  const index = useMemo(() => indexReplies(replies.data ?? []), [replies.data]);
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <AddButton ref={addButton} onClick={() => setAdding(true)}>
      {t('replies.add')}
    </AddButton>
  );
  const some = replies.data !== undefined && replies.data.length > 0;
  return (
    <Section title={t('sections.replies')} lead={t('replies.lead')} action={some ? add : undefined}>
      <Loaded of={replies}>
        {(list) => (
          <>
            {some ? (
              <SearchedList
                label={t('replies.list')}
                searchLabel={t('replies.search')}
                nothingFits={t('replies.nothingFits')}
                items={list}
                find={(query) => searchReplies(index, query, list.length)}
                renderLine={({ shortcut, text, isOwn }) => (
                  <span className="min-w-0 flex-1">
                    <span className="flex min-w-0 items-center gap-2">
                      <bdi className="truncate text-ui font-medium">/{shortcut}</bdi>
                      {isOwner === (isOwn === true) && (
                        <Chip>{t(isOwner ? 'replies.onlyYou' : 'replies.everyone')}</Chip>
                      )}
                    </span>
                    <bdi className="block truncate text-ui text-ink-quiet">
                      {shortened(text.replaceAll(/\s+/gu, ' '), 200)}
                    </bdi>
                  </span>
                )}
              >
                {(reply) =>
                  isOwner || reply.isOwn === true ? (
                    <EditReply reply={reply} onRemoved={() => addButton.current?.focus()} />
                  ) : (
                    <>
                      <p className="text-ui text-ink-quiet">{t('replies.everyoneMore')}</p>
                      <Preview text={reply.text} />
                    </>
                  )
                }
              </SearchedList>
            ) : (
              <EmptyState icon={<MessageSquareQuote />} title={t('replies.emptyTitle')} action={add} className="my-6">
                {t('replies.empty')}
              </EmptyState>
            )}
          </>
        )}
      </Loaded>
      <AddReplyDialog open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function AddReplyDialog(dialog: Opened) {
  const { t } = useTranslation('settings');
  const isOwner = useMay('owner') === true;
  const { mutateAsync } = useRouteMutation('savedReplies.create');
  return (
    <FormDialog<NewReply>
      {...dialog}
      title={t('replies.addTitle')}
      confirmLabel={t('replies.addConfirm')}
      failed={t('replies.failed')}
      rule={savedReplyInput}
      start={{ shortcut: '', text: '', isOwn: !isOwner, files: [] }}
      send={async (typed) => {
        const { shortcut } = await mutateAsync(typed);
        return () => notify(t('replies.added', { shortcut }));
      }}
    >
      {({ values, change, text }) => (
        <>
          <ReplyFields shortcut={text('shortcut')} text={text('text')} />
          <ReplyFiles files={values.files} onChange={(files) => change({ files: [...files] })} />
          {isOwner && (
            <Checkbox
              checked={values.isOwn === true}
              onCheckedChange={(isOwn) => change({ isOwn })}
              hint={t('replies.onlyMeHint')}
            >
              {t('replies.onlyMe')}
            </Checkbox>
          )}
        </>
      )}
    </FormDialog>
  );
}

type ReplyInput = Pick<SavedReply, 'shortcut' | 'text'>;
type NewReply = ReplyInput & Pick<RouteInput<'savedReplies.create'>, 'isOwn'> & { readonly files: ChosenFile[] };

const rules = savedReplyInput.shape;

function EditReply({ reply, onRemoved }: { readonly reply: SavedReply; readonly onRemoved: () => void }) {
  const { t } = useTranslation('settings');
  const create = useRouteMutation('savedReplies.create');
  const update = useRouteMutation('savedReplies.update');
  const remove = useRouteMutation('savedReplies.remove');
  const { id: replyId, shortcut, text } = reply;
  const fieldOf = (field: 'shortcut' | 'text') => ({
    field,
    label: t(`replies.${field}`),
    saved: reply[field],
    rule: rules[field],
    save: (value: string) => update.mutateAsync({ replyId, [field]: value }),
  });
  const undoRemove = (): void =>
    void uploadAgain(reply.files ?? [])
      .then((files) => create.mutateAsync({ shortcut, text, isOwn: reply.isOwn === true, files }))
      .catch((error: unknown) => notifyFailure(t('replies.notBack', { shortcut }), error));
  const removeIt = async (): Promise<void> => {
    await remove.mutateAsync({ replyId });
    onRemoved();
    notify(t('replies.removed', { shortcut }), { action: undoAction(undoRemove) });
  };
  return (
    <>
      <ReplyFields shortcut={useSavedText(fieldOf('shortcut'))} text={useSavedText(fieldOf('text'))} />
      <ReplyFiles files={reply.files ?? []} onChange={(files) => update.mutateAsync({ replyId, files: [...files] })} />
      <ActionButton className="self-start" failed={t('replies.failed')} act={removeIt}>
        <Trash2 aria-hidden className="size-4" />
        {t('replies.remove')}
      </ActionButton>
    </>
  );
}

/** Files of a removed reply, which are there for a while. */
function uploadAgain(files: readonly ReplyFile[]) {
  const { signal } = new AbortController();
  return Promise.all(
    files.map(async (file) => await uploadFile(await fetchFile(file), { name: file.fileName, signal })),
  );
}

function ReplyFields({ shortcut, text }: { readonly shortcut: TypedText; readonly text: TypedText }) {
  const { t } = useTranslation('settings');
  const element = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextField
        typed={shortcut}
        {...named('settings:replies.shortcut')}
        placeholder={t('replies.shortcutPlaceholder')}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-col gap-2">
        <TextArea ref={element} typed={text} label={t('replies.text')} placeholder={t('replies.textPlaceholder')} />
        <p className="flex flex-wrap items-center gap-1.5 text-ui text-ink-quiet">
          {t('replies.placeholders')}
          {PLACEHOLDERS.map((name) => (
            <button
              key={name}
              type="button"
              title={t(`replies.insert.${name}`)}
              // The text keeps the focus, so that no half-finished change is saved.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => element.current !== null && insertAtCaret(element.current, `{${name}}`)}
              className="rounded-sm border border-edge bg-raised px-1.5 font-mono text-meta leading-5 text-ink transition-colors hover:bg-hover"
            >
              {`{${name}}`}
            </button>
          ))}
          <span>{t('replies.placeholdersMore')}</span>
        </p>
        <Preview text={text.value} />
      </div>
    </>
  );
}

function Preview({ text }: { readonly text: string }) {
  const { t } = useTranslation('settings');
  const operator = useMe().data?.name;
  const channel = useChannels().data?.[0]?.name ?? t('replies.previewChannel');
  const filled = fillPlaceholders(text, { customer: t('replies.previewCustomer'), operator, channel }).trim();
  return (
    <div className="flex flex-col gap-1 rounded-card border bg-sunken p-3">
      <p className="text-meta text-ink-quiet">{t('replies.preview')}</p>
      {filled === '' ? (
        <p className="text-ui text-ink-quiet">{t('replies.previewNothing')}</p>
      ) : (
        <p
          dir="auto"
          className="ms-auto max-w-[85%] rounded-bubble bg-accent-tint px-3 py-2 text-message wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]"
        >
          {filled}
        </p>
      )}
    </div>
  );
}
