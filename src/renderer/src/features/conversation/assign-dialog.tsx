import { Check } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useId, useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Dialog, DialogClose } from '#renderer/components/dialog.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input, Textarea } from '#renderer/components/text-input.tsx';
import { say, sayWithUndo, trouble } from '#renderer/components/toaster.tsx';
import { newClientId } from '#renderer/rpc/outbox.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import type { Words } from '#renderer/rpc/use-messages.ts';
import type { Chat, Operator } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';

interface AssignDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks who gets the chat, with a note for them. */
export function AssignDialog({ open, onOpenChange }: AssignDialogProps) {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const formId = useId();
  const me = useMe().data;
  const operators = useOperators().data;
  const { assign, isPending } = useAssign(chat, me?.id);
  const holder = chat.state === 'active' ? operators?.find(({ id }) => id === chat.operatorId) : undefined;
  const isHeld = holder !== undefined && holder.id !== me?.id;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('assign.title')}
      description={isHeld ? t('assign.leadHeld', { holderName: holder.name }) : t('assign.lead')}
      footer={
        <>
          <DialogClose render={<Button>{t('assign.cancel')}</Button>} />
          <Button variant="primary" type="submit" form={formId} pending={isPending}>
            {t('assign.confirm')}
          </Button>
        </>
      }
    >
      <AssignForm
        id={formId}
        holderId={chat.state === 'active' ? chat.operatorId : undefined}
        onAssign={(operatorId, note) => {
          const to = operators?.find(({ id }) => id === operatorId);
          if (to !== undefined) void assign(to, note).then((isDone) => isDone && onOpenChange(false));
        }}
      />
    </Dialog>
  );
}

interface AssignFormProps {
  readonly id: string;
  /** who has the chat now, and so cannot be chosen */
  readonly holderId: string | undefined;
  readonly onAssign: (operatorId: string, note: string) => void;
}

function AssignForm({ id, holderId, onAssign }: AssignFormProps) {
  const { t } = useTranslation('conversation');
  const listId = useId();
  const me = useMe().data;
  const everybody = useOperators().data ?? [];
  const [query, setQuery] = useState('');
  const [note, setNote] = useState('');
  const [picked, setPicked] = useState<string>();
  const choosable = everybody.filter((operator) => operator.id !== holderId);
  const found = foundOperators(choosable, query);
  const usual = found.find((operator) => operator.id !== me?.id) ?? found[0];
  const chosen = found.find((operator) => operator.id === picked) ?? usual;

  const step = (by: number): void => {
    const at = found.findIndex((operator) => operator.id === chosen?.id);
    setPicked(found[(at + by + found.length) % found.length]?.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || found.length === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step(by);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (chosen !== undefined) onAssign(chosen.id, note.trim());
  };
  if (choosable.every((operator) => operator.id === me?.id) && holderId === me?.id)
    return <p className="text-ui">{t('assign.nobodyElse')}</p>;
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <Input
          type="text"
          role="combobox"
          aria-label={t('assign.search')}
          aria-expanded={found.length > 0}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={chosen && operatorOptionId(listId, chosen.id)}
          placeholder={t('assign.search')}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <OperatorList id={listId} operators={found} chosenId={chosen?.id} meId={me?.id} onChoose={setPicked} />
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

/** Operators with a word that begins as each that is typed does; who can be reached comes first, then by name. */
export function foundOperators(operators: readonly Operator[], query: string): readonly Operator[] {
  const asked = wordsIn(query);
  return operators
    .filter(({ name }) => {
      const has = wordsIn(name);
      return asked.every((typed) => has.some((word) => word.startsWith(typed)));
    })
    .toSorted((one, other) => Number(other.available) - Number(one.available) || one.name.localeCompare(other.name));
}

function wordsIn(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Without marks and capitals: `José` is found by `jose`. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

interface OperatorListProps {
  readonly id: string;
  readonly operators: readonly Operator[];
  readonly chosenId: string | undefined;
  readonly meId: string | undefined;
  readonly onChoose: (operatorId: string) => void;
}

/** One of those who work here; the focus stays in the field that searches them. */
function OperatorList({ id, operators, chosenId, meId, onChoose }: OperatorListProps) {
  const { t } = useTranslation('conversation');
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('assign.list')}
      className="max-h-52 min-h-10 overflow-y-auto overscroll-contain rounded-control border p-1 empty:hidden"
    >
      {operators.map((operator) => {
        const isChosen = operator.id === chosenId;
        return (
          <div
            key={operator.id}
            ref={isChosen ? chosen : undefined}
            id={operatorOptionId(id, operator.id)}
            role="option"
            aria-selected={isChosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(operator.id)}
            className={cn(
              'flex min-h-10 items-center gap-2.5 rounded-sm px-2 py-1 text-ui select-none',
              isChosen ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <Avatar name={operator.name} seed={operator.id} size={28} />
            <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
              <bdi className="truncate font-medium">{operator.name}</bdi>
              {operator.id === meId && <span className="shrink-0 text-ink-quiet">({t('assign.you')})</span>}
            </span>
            <span className={cn('shrink-0 text-meta', operator.available ? 'text-good' : 'text-ink-quiet')}>
              {operator.available ? t('assign.online') : t('assign.away')}
            </span>
            <Check aria-hidden className={cn('size-4 shrink-0 text-accent', !isChosen && 'invisible')} />
          </div>
        );
      })}
    </div>
  );
}

function operatorOptionId(listId: string, operatorId: string): string {
  return `${listId}-${operatorId}`;
}

interface Assign {
  /** resolves to whether it was done; what did not work is said */
  readonly assign: (to: Operator, note: string) => Promise<boolean>;
  readonly isPending: boolean;
}

/** Gives a chat to an operator, and offers to take that back. */
function useAssign(chat: Chat, meId: string | undefined): Assign {
  const { t } = useTranslation('conversation');
  const identity = useRef<Words>(undefined);
  const assigning = useChatAction('chats.assign');
  const takingBack = useChatAction('chats.unassign');
  const takeBack = (): void => takingBack.mutate({ chatId: chat.id }, { onError: trouble(t('assign.notBack')) });
  const assign = async (to: Operator, note: string): Promise<boolean> => {
    const isHeld = chat.state === 'active' && chat.operatorId !== meId;
    // A note that is sent again because no answer came is the same note.
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
      trouble(t('assign.failed'))(error);
      return false;
    }
    if (to.id === meId) say(t('assign.takenByYou'));
    else
      sayWithUndo(t('assign.assigned', { operatorName: to.name }), { onUndo: takeBack }, { id: `assigned-${chat.id}` });
    return true;
  };
  return { assign, isPending: assigning.isPending };
}
