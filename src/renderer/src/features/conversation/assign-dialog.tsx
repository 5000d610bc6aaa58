import { withoutMarks } from '#shared/domain/search-terms.ts';
import { Check } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { ChoiceList, useChoice } from '#renderer/components/choice-list.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field, SearchInput, Textarea } from '#renderer/components/field.tsx';
import { notify, errorNotifier, undoAction } from '#renderer/components/toaster.tsx';
import { newClientId, type OutgoingText } from '#renderer/rpc/written.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';

interface AssignDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks who gets the chat, with a note for them. */
export function AssignDialog({ open, onClose }: AssignDialogProps) {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const formId = useId();
  const me = useMe().data;
  const operators = useOperators().data;
  const { assign, isPending } = useAssign(chat, me?.id);
  const holder = chat.state === 'active' ? operators?.find(({ id }) => id === chat.operatorId) : undefined;
  const isAlone = holder !== undefined && operators?.length === 1;
  const isHeld = holder !== undefined && holder.id !== me?.id;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('assign.title')}
      description={isHeld ? t('assign.leadHeld', { holderName: holder.name }) : t('assign.lead')}
      footer={
        <>
          <DialogClose render={<Button>{t('assign.cancel')}</Button>} />
          {!isAlone && (
            <Button variant="primary" type="submit" form={formId} pending={isPending}>
              {t('assign.confirm')}
            </Button>
          )}
        </>
      }
    >
      {isAlone ? (
        <p className="text-ui">{t('assign.nobodyElse')}</p>
      ) : (
        <AssignForm
          id={formId}
          holderId={chat.state === 'active' ? chat.operatorId : undefined}
          onAssign={(to, note) => void assign(to, note).then((isDone) => isDone && onClose())}
        />
      )}
    </Dialog>
  );
}

interface AssignFormProps {
  readonly id: string;
  /** who has the chat now, and cannot be chosen */
  readonly holderId: string | undefined;
  readonly onAssign: (to: Operator, note: string) => void;
}

function AssignForm({ id: formId, holderId, onAssign }: AssignFormProps) {
  const { t } = useTranslation('conversation');
  const me = useMe().data;
  const everybody = useOperators().data ?? [];
  const [query, setQuery] = useState('');
  const [note, setNote] = useState('');
  const choosable = everybody.filter((operator) => operator.id !== holderId);
  const found = searchOperators(choosable, query);
  const choice = useChoice(
    found,
    query,
    found.find(({ id }) => id !== me?.id),
  );
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (choice.item !== undefined) onAssign(choice.item, note.trim());
      }}
      className="flex flex-col gap-4"
    >
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
          {(each, isChosen) => (
            <span className="flex min-h-8 items-center gap-2.5">
              <OperatorAvatar operator={each} size={28} />
              <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
                <bdi className="truncate font-medium">{each.name}</bdi>
                {each.id === me?.id && <span className="shrink-0 text-ink-quiet">({t('assign.you')})</span>}
              </span>
              <span className={cn('shrink-0 text-meta', each.available ? 'text-good' : 'text-ink-quiet')}>
                {each.available ? t('assign.online') : t('assign.away')}
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
    </form>
  );
}

/** Operators whose words start with the typed ones; reachable ones first, then by name. */
export function searchOperators(operators: readonly Operator[], query: string): readonly Operator[] {
  const asked = splitWords(query);
  return operators
    .filter(({ name }) => {
      const has = splitWords(name);
      return asked.every((typed) => has.some((word) => word.startsWith(typed)));
    })
    .toSorted((one, other) => Number(other.available) - Number(one.available) || one.name.localeCompare(other.name));
}

function splitWords(text: string): readonly string[] {
  return withoutMarks(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Assigns a chat to an operator, with an undo. */
function useAssign(chat: Chat, meId: string | undefined) {
  const { t } = useTranslation('conversation');
  const identity = useRef<OutgoingText>(undefined);
  const assigning = useChatAction('chats.assign');
  const takingBack = useChatAction('chats.unassign');
  const undoAssign = (): void =>
    takingBack.mutate({ chatId: chat.id }, { onError: errorNotifier(t('assign.notBack')) });
  /** resolves to whether it succeeded; errors are shown */
  const assign = async (to: Operator, note: string): Promise<boolean> => {
    const isHeld = chat.state === 'active' && chat.operatorId !== meId;
    // A retry after a lost answer must not duplicate the note.
    if (identity.current?.text !== note) identity.current = { text: note, clientId: newClientId() };
    try {
      await assigning.mutateAsync({
        chatId: chat.id,
        operatorId: to.id,
        clientId: identity.current.clientId,
        ...(isHeld && { over: true }),
        ...(note !== '' && { note }),
      });
      identity.current = undefined;
    } catch (error) {
      errorNotifier(t('assign.failed'))(error);
      return false;
    }
    if (to.id === meId) notify(t('assign.takenByYou'));
    else
      notify(t('assign.assigned', { operatorName: to.name }), {
        id: `assigned-${chat.id}`,
        action: undoAction(undoAssign),
      });
    return true;
  };
  return { assign, isPending: assigning.isPending };
}
