import { useTranslation } from 'react-i18next';
import { Check, SendHorizontal, StickyNote, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { draftOf, type OutgoingText, useDrafts } from '#renderer/rpc/written.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import { useEditNote } from '#renderer/rpc/use-messages.ts';
import { useAttached } from './attach/attaching.ts';
import { countSigns } from '#shared/domain/graphemes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { mentionAt, namesLike } from '#shared/domain/mentions.ts';
import { insertText } from '#shared/domain/typing.ts';
import { placeholderIn } from '#shared/domain/saved-replies.ts';
import type { Message } from '#shared/domain/message.ts';
import { ConversationProvider, useConversation } from './conversation-context.ts';
import { MissingName, selectRange, useEnterSends, WritingBox, type WritingBoxProps } from './composer.tsx';
import { EmojiButton, SavedButton } from './composer-tools.tsx';
import { useInlineChoice } from './inline-choice.tsx';

/** Characters below the limit at which the length appears. */
const COUNTER_MARGIN = 1000;

/** Maximum characters of a note, and of a new chat's first message. */
const MAX_LENGTH = { note: 10_000, first: 60_000 } as const;

interface NoteComposerProps {
  /** back to replies */
  readonly onEscape: () => void;
  /** the switch between replies and notes */
  readonly children: ReactNode;
}

/** The composer for notes, in their colour. It has its own draft and sends no typing signal. */
export function NoteComposer({ onEscape, children }: NoteComposerProps) {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const hasFiles = useAttached(chat.id).length > 0;
  const { outbox } = useConsole();
  const hasColleagues = useTeam().length > 0;
  return (
    <PlainComposer
      draft={draftOf('note', chat.id)}
      most={MAX_LENGTH.note}
      aria-label={t('notes.note')}
      placeholder={t('notes.placeholder')}
      hint={
        <span className="text-note">
          {[t('notes.onlyOperators'), ...(hasColleagues ? [t('notes.mention')] : [])].join(' · ')}
        </span>
      }
      boxClassName="border-note bg-note-tint focus-within:outline-note"
      notice={hasFiles ? t('notes.filesStay') : undefined}
      writingSwitch={children}
      send={async (written) => void (await outbox.send({ ...written, chatId: chat.id, isNote: true }))}
      notSent={t('notes.notAdded')}
      onEscape={onEscape}
      button={
        <>
          {t('notes.add')}
          <StickyNote aria-hidden className="size-4" />
        </>
      }
    />
  );
}

interface NoteEditorProps {
  readonly note: Message;
  /** the edit was saved or cancelled */
  readonly onEnd: () => void;
}

/** Edits a note in place. */
export function NoteEditor({ note, onEnd }: NoteEditorProps) {
  const { t } = useTranslation(['conversation', 'common']);
  const conversation = useConversation();
  const field = useRef<HTMLTextAreaElement>(null);
  const editNote = useEditNote();
  const draft = draftOf('edit', note.chatId);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const cancel = (): void => {
    useDrafts.getState().write(draft, '');
    onEnd();
  };
  const save = async (words: string): Promise<void> => {
    const text = words.trim();
    onEnd();
    if (text === note.text) return;
    try {
      await editNote.mutateAsync({ note, text });
    } catch (error) {
      conversation.setEditedId(note.id);
      throw error;
    }
  };
  return (
    <ConversationProvider value={{ ...conversation, field }}>
      <PlainComposer
        isInline
        draft={draft}
        most={MAX_LENGTH.note}
        aria-label={t('notes.editing')}
        placeholder={t('notes.placeholder')}
        boxClassName="border-note bg-raised focus-within:outline-note"
        send={({ text }) => save(text)}
        notSent={t('notes.notEdited')}
        onEscape={cancel}
        button={
          <>
            {t('notes.save')}
            <Check aria-hidden className="size-4" />
          </>
        }
      >
        <IconButton label={t('common:cancel')} icon={<X />} onClick={cancel} />
      </PlainComposer>
    </ConversationProvider>
  );
}

interface FirstComposerProps {
  readonly onEscape: () => void;
  /** the chat that this message started */
  readonly onBegun: (chatId: string) => void;
}

/** The composer for a new chat with a customer who has none open. */
export function FirstComposer({ onEscape, onBegun }: FirstComposerProps) {
  const { t } = useTranslation('conversation');
  const { chat, names } = useConversation();
  const begin = useRouteMutation('chats.begin');
  return (
    <PlainComposer
      draft={draftOf('first', chat.id)}
      most={MAX_LENGTH.first}
      isForCustomer
      aria-label={t('composer.message')}
      placeholder={t('composer.placeholder', { name: names.customer })}
      hint={<span className="max-panes:hidden">{t('composer.hint')}</span>}
      notice={t('composer.beginsChat', { name: names.customer })}
      send={async (written) => onBegun((await begin.mutateAsync({ customerId: chat.customer.id, ...written })).chat.id)}
      notSent={t('composer.notSent')}
      onEscape={onEscape}
      button={
        <>
          <span className="pointer-coarse:@max-sm:sr-only">{t('composer.send')}</span>
          <SendHorizontal aria-hidden className="size-4" />
        </>
      }
    >
      <SavedButton />
    </PlainComposer>
  );
}

/** All other operators. */
function useTeam(): readonly Operator[] {
  const meId = useMe().data?.id;
  return (useOperators().data ?? []).filter(({ id }) => id !== meId);
}

/** The list of colleagues opened by an `@` in a note's `text`. */
function useMention(text: string, isNote: boolean) {
  const { t } = useTranslation('conversation');
  const { field } = useConversation();
  const team = useTeam();
  return useInlineChoice<Operator>({
    text,
    field,
    at: mentionAt,
    find: (query) => (isNote ? namesLike(team, query) : []),
    onPick: ({ name }, element, { start, end }) => insertText(element, `@${name} `, start, end),
    label: t('notes.colleagues'),
    status: () => t('notes.colleagues'),
    children: (operator) => (
      <span className="flex items-center gap-2 py-0.5 pointer-coarse:h-9">
        <OperatorAvatar operator={operator} size={18} />
        <bdi className="truncate">{operator.name}</bdi>
      </span>
    ),
  });
}

interface PlainComposerProps extends Pick<
  WritingBoxProps,
  'isInline' | 'aria-label' | 'placeholder' | 'boxClassName' | 'notice' | 'writingSwitch'
> {
  /** key of the draft */
  readonly draft: string;
  /** characters */
  readonly most: number;
  /** no name may be missing in it */
  readonly isForCustomer?: boolean;
  readonly hint?: ReactNode;
  /** on rejection the text returns to the field */
  readonly send: (written: OutgoingText) => Promise<void>;
  readonly notSent: string;
  readonly onEscape: () => void;
  /** label of the send button */
  readonly button: ReactNode;
  /** additional tools */
  readonly children?: ReactNode;
}

/** A composer for text alone. */
function PlainComposer({
  draft,
  most,
  isForCustomer = false,
  hint,
  send,
  notSent,
  onEscape,
  button,
  children,
  ...box
}: PlainComposerProps) {
  const { t } = useTranslation('conversation');
  const { field } = useConversation();
  const id = useId();
  const text = useDrafts((drafts) => drafts.drafts[draft]?.text ?? '');
  const { write, take, restore } = useDrafts.getState();
  const { length } = text.trim();
  const isTooLong = length > most;
  const enterSends = useEnterSends();
  const mention = useMention(text, !isForCustomer);
  const canSend = length > 0 && !isTooLong;

  const missing = isForCustomer ? placeholderIn(text) : undefined;
  const sendNow = (asItIs = false): void => {
    if (!canSend) return;
    if (missing !== undefined && !asItIs) return selectRange(field.current, missing);
    const written = take(draft);
    field.current?.focus();
    send(written).catch((error: unknown) => {
      restore(draft, written);
      errorNotifier(notSent)(error);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mention.onKeyDown(event) || event.shiftKey || event.altKey) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (event.key !== 'Escape' && (event.key !== 'Enter' || !(enterSends || isModified))) return;
    event.preventDefault();
    if (event.key === 'Enter') sendNow();
    else onEscape();
  };

  return (
    <WritingBox
      {...box}
      onSubmit={() => sendNow()}
      ref={field}
      aria-describedby={`${id}-hint ${id}-length`}
      above={mention.list}
      value={text}
      onWrite={(next) => {
        write(draft, next);
        mention.look();
      }}
      onKeyDown={onKeyDown}
      onSelect={mention.look}
      onBlur={mention.look}
      {...mention.aria}
    >
      <div className="flex">
        <EmojiButton />
        {children}
      </div>
      {isForCustomer && <MissingName text={text} onSend={() => sendNow(true)} />}
      <p id={`${id}-hint`} className="min-w-0 flex-1 truncate text-meta text-ink-quiet">
        {hint}
      </p>
      <p id={`${id}-length`} className={cn('tabular shrink-0 text-meta', isTooLong ? 'text-urgent' : 'text-ink-quiet')}>
        {length > most - COUNTER_MARGIN && t('notes.length', countSigns(text.trim(), most))}
      </p>
      <Button type="submit" variant="primary" disabled={!canSend}>
        {button}
      </Button>
    </WritingBox>
  );
}
