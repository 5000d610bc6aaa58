import { useTranslation } from 'react-i18next';
import { StickyNote } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { trouble } from '#renderer/components/toaster.tsx';
import { useNote } from '#renderer/rpc/use-messages.ts';
import { useAttached } from './attach/attaching.ts';
import { useConversation } from './conversation-context.ts';
import { WritingBox } from './composer.tsx';
import { noteDraftOf, useDrafts } from '#renderer/rpc/drafts.ts';
import { EmojiButton } from './emoji-button.tsx';

/** Characters from which the length is shown, and how many one note may have. */
const COUNTED_FROM = 9000;
const MOST = 10_000;

interface NoteComposerProps {
  /** back to what the customer gets */
  readonly onEscape: () => void;
  /** the switch between replies and notes */
  readonly children: ReactNode;
}

/** Where a note is written, on the colour of notes. It has a draft of its own, and the customer is not told that somebody types. */
export function NoteComposer({ onEscape, children }: NoteComposerProps) {
  const { t } = useTranslation('conversation');
  const { chat, field } = useConversation();
  const draft = noteDraftOf(chat.id);
  const text = useDrafts((drafts) => drafts.drafts[draft]?.text ?? '');
  const { write, take, giveBack } = useDrafts.getState();
  const hasFiles = useAttached(chat.id).length > 0;
  const note = useNote();
  const { length } = text.trim();
  const isTooLong = length > MOST;
  const canAdd = length > 0 && !isTooLong;

  const add = (): void => {
    if (!canAdd) return;
    const written = take(draft);
    field.current?.focus();
    note(chat.id, written).catch((error: unknown) => {
      giveBack(draft, written);
      trouble(t('notes.notAdded'))(error);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, its keys are its own.
    if (event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') add();
    else onEscape();
  };

  return (
    <WritingBox
      boxClassName="border-note bg-note-tint focus-within:outline-note"
      notice={hasFiles ? t('notes.filesStay') : undefined}
      writingSwitch={children}
      onSubmit={add}
      ref={field}
      aria-label={t('notes.note')}
      aria-describedby="note-hint note-length"
      placeholder={t('notes.placeholder')}
      value={text}
      onWrite={(next) => write(draft, next)}
      onKeyDown={onKeyDown}
    >
      <EmojiButton />
      <p id="note-hint" className="min-w-0 flex-1 truncate text-meta text-note">
        {t('notes.onlyOperators')}
      </p>
      <p id="note-length" className={cn('tabular shrink-0 text-meta', isTooLong ? 'text-urgent' : 'text-ink-quiet')}>
        {length > COUNTED_FROM && t('notes.length', { length, most: MOST })}
      </p>
      <Button type="submit" variant="primary" disabled={!canAdd}>
        {t('notes.add')}
        <StickyNote aria-hidden className="size-4" />
      </Button>
    </WritingBox>
  );
}
