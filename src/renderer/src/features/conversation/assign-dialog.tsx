import { withoutMarks } from '#shared/domain/search-terms.ts';
import { Check } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { DialogForm, type Opened } from '#renderer/components/actions.tsx';
import { ChoiceList, useChoice } from '#renderer/components/choice-list.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, SearchInput, Textarea } from '#renderer/components/field.tsx';
import { notify, errorNotifier } from '#renderer/components/toaster.tsx';
import { notifyRepeated } from '#renderer/components/repeated-notices.ts';
import { i18n } from '#renderer/language/i18n.ts';
import { newClientId, type OutgoingText } from '#renderer/rpc/written.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useOperators } from '#renderer/rpc/use-directory.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { worksOn } from '#shared/domain/operator-channels.ts';
import { useConversation } from './conversation-context.ts';

/** Asks who gets the chat, with a note for them. */
export function AssignDialog({ open, onClose }: Opened) {
  const { t } = useTranslation('conversation');
  const { names, actions, field } = useConversation();
  const identity = useRef<OutgoingText>(undefined);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      finalFocus={field}
      title={t('assign.title')}
      description={actions.isHeld ? t('assign.leadHeld', { holderName: names.operator }) : t('assign.lead')}
    >
      <AssignForm identity={identity} onDone={onClose} />
    </Dialog>
  );
}

interface AssignFormProps {
  /** of the note */
  readonly identity: RefObject<OutgoingText | undefined>;
  readonly onDone: () => void;
}

function AssignForm({ identity, onDone }: AssignFormProps) {
  const { t } = useTranslation('conversation');
  const { chat, actions, meId } = useConversation();
  const everybody = (useOperators().data ?? []).filter((operator) => worksOn(operator, chat.channelId));
  const [query, setQuery] = useState('');
  const [note, setNote] = useState('');
  const { mutateAsync: assign } = useChatAction('chats.assign');
  const takingBack = useChatAction('chats.unassign');
  const chatId = chat.id;
  const choosable = everybody.filter(({ id }) => chat.state !== 'active' || id !== chat.operatorId);
  const isAlone = everybody.length > 0 && choosable.length === 0;
  const found = searchOperators(choosable, query);
  const choice = useChoice(
    found,
    query,
    found.find(({ id }) => id !== meId),
  );
  const undo = (): void => takingBack.mutate({ chatId }, { onError: errorNotifier(t('assign.notBack')) });
  const act = async (): Promise<void> => {
    const { item: to } = choice;
    if (to === undefined) return;
    const text = note.trim();
    // A retry after a lost answer must not duplicate the note.
    if (identity.current?.text !== text) identity.current = { text, clientId: newClientId() };
    const { clientId } = identity.current;
    await assign({
      chatId,
      operatorId: to.id,
      clientId,
      ...(actions.isHeld && { over: true }),
      ...(text !== '' && { note: text }),
    });
    identity.current = undefined;
    if (to.id === meId) notify(t('assign.takenByYou'));
    else
      notifyRepeated(`assigned-${to.id}`, {
        to: chatId,
        one: t('assign.assigned', { operatorName: to.name }),
        several: (count) => i18n.t('inbox:chosen.assigned', { count, operatorName: to.name }),
        undo,
      });
    onDone();
  };
  return (
    <DialogForm confirmLabel={isAlone ? undefined : t('assign.confirm')} act={act} failed={t('assign.failed')}>
      {isAlone ? (
        <p className="text-ui">{t('assign.nobodyElse')}</p>
      ) : (
        <>
          <div className="flex flex-col gap-2">
            <SearchInput
              {...choice.combobox}
              label={t('assign.search')}
              value={query}
              onValueChange={setQuery}
              onKeyDown={(event) => choice.onKeyDown(event, {})}
            />
            <ChoiceList
              label={t('assign.list')}
              items={found}
              choice={choice}
              className="max-h-52 min-h-10 rounded-control border"
            >
              {(operator, isChosen) => (
                <span className="flex min-h-8 items-center gap-2.5">
                  <OperatorAvatar operator={operator} size={28} />
                  <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
                    <bdi className="truncate font-medium">{operator.name}</bdi>
                    {operator.id === meId && <span className="shrink-0 text-ink-quiet">({t('you')})</span>}
                  </span>
                  <span className={cn('shrink-0 text-meta', operator.available ? 'text-good' : 'text-ink-quiet')}>
                    {operator.available ? t('assign.online') : t('assign.away')}
                  </span>
                  <Check aria-hidden className={cn('size-4 shrink-0 text-accent', !isChosen && 'invisible')} />
                </span>
              )}
            </ChoiceList>
            <p role="status" className="text-ui text-ink-quiet empty:hidden">
              {found.length === 0 && t('assign.nothingFits')}
            </p>
          </div>
          <Field label={t('assign.note')} hint={t('assign.noteHint')}>
            <Textarea value={note} onValueChange={setNote} rows={3} isProse placeholder={t('assign.notePlaceholder')} />
          </Field>
        </>
      )}
    </DialogForm>
  );
}

/** Operators whose words start with the typed ones; reachable ones first, then by name. */
export function searchOperators(operators: readonly Operator[], query: string): readonly Operator[] {
  const words = splitWords(query);
  return operators
    .filter(({ name }) => {
      const has = splitWords(name);
      return words.every((typed) => has.some((word) => word.startsWith(typed)));
    })
    .toSorted((a, b) => Number(b.available) - Number(a.available) || a.name.localeCompare(b.name));
}

function splitWords(text: string): readonly string[] {
  return withoutMarks(text).match(/[\p{L}\p{N}\p{Sc}\p{So}]+/gu) ?? [];
}
