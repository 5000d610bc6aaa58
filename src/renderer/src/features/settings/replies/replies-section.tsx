import { useTranslation } from 'react-i18next';
import { MessageSquareQuote, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Control } from 'react-hook-form';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { useSavedReplies } from '#renderer/rpc/use-saved-replies.ts';
import { routes } from '#shared/contract/routes.ts';
import type { SavedReply } from '#shared/contract/saved-replies.ts';
import { foundReplies, indexReplies } from '#shared/domain/find-replies.ts';
import { FormDialog, useFormText } from '../parts/engine-form.tsx';
import { SearchedList } from '../parts/folding-row.tsx';
import { Loaded } from '../parts/query-states.tsx';
import { Section } from '../parts/section.tsx';
import { ExchangeGroup } from './exchange-group.tsx';
import type { ReplyWords } from './replies-file.ts';
import { ReplyFields } from './reply-fields.tsx';
import { ReplyRow } from './reply-row.tsx';

/** What operators say often: adds, changes, takes away, and moves in and out as files. */
export function RepliesSection() {
  const { t } = useTranslation('settings');
  const replies = useSavedReplies();
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="-ms-1 size-4" />
      {t('replies.add')}
    </Button>
  );
  const some = replies.data !== undefined && replies.data.length > 0;
  return (
    <Section title={t('sections.replies')} lead={t('replies.lead')} action={some ? add : undefined}>
      <Loaded of={replies}>
        {(list) => (
          <>
            {some ? (
              <ReplyList replies={list} onRemoved={() => addButton.current?.focus()} />
            ) : (
              <EmptyState icon={<MessageSquareQuote />} title={t('replies.emptyTitle')} action={add} className="my-6">
                {t('replies.empty')}
              </EmptyState>
            )}
            <ExchangeGroup replies={list} />
          </>
        )}
      </Loaded>
      <AddReplyDialog open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

interface ReplyListProps {
  readonly replies: readonly SavedReply[];
  readonly onRemoved: () => void;
}

function ReplyList({ replies, onRemoved }: ReplyListProps) {
  const { t } = useTranslation('settings');
  const index = useMemo(() => indexReplies(replies), [replies]);
  return (
    <SearchedList
      label={t('replies.list')}
      searchLabel={t('replies.search')}
      nothingFits={t('replies.nothingFits')}
      items={replies}
      find={(query) => foundReplies(index, query, replies.length)}
    >
      {(reply, folding) => <ReplyRow reply={reply} onRemoved={onRemoved} {...folding} />}
    </SearchedList>
  );
}

/** Asks for a shortcut and its words. */
function AddReplyDialog(dialog: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('savedReplies.create');
  return (
    <FormDialog<ReplyWords>
      {...dialog}
      title={t('replies.addTitle')}
      confirmLabel={t('replies.addConfirm')}
      failed={t('replies.failed')}
      rule={routes['savedReplies.create'].input}
      start={{ shortcut: '', text: '' }}
      send={async (typed) => {
        const { shortcut } = await mutateAsync(typed);
        return () => say(t('replies.added', { shortcut }));
      }}
    >
      {({ control }) => <NewReplyFields control={control} />}
    </FormDialog>
  );
}

function NewReplyFields({ control }: { readonly control: Control<ReplyWords> }) {
  const shortcut = useFormText({ control, name: 'shortcut' });
  const text = useFormText({ control, name: 'text' });
  return <ReplyFields shortcut={shortcut} text={text} autoFocus />;
}
