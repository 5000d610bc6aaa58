import { useTranslation } from 'react-i18next';
import { StickyNote } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { sayTrouble } from '#renderer/components/toaster.tsx';
import { useNote } from '#renderer/rpc/use-messages.ts';
import { useAttached } from './attach/attaching.ts';
import { ComposerHead } from './writing.tsx';
import { noteDraftOf, useDrafts } from './drafts.ts';
import { EmojiButton } from './emoji-button.tsx';
import { insertText } from '#renderer/components/insert-text.ts';

/** Characters from which the length is shown, and how many one note may have. */
const COUNTED_FROM = 9000;
const MOST = 10_000;

interface NoteComposerProps {
  readonly chatId: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** back to what the customer gets */
  readonly onEscape: () => void;
  /** the switch between replies and notes */
  readonly children: ReactNode;
}

/** Where a note is written, on the colour of notes. It has a draft of its own, and the customer is not told that somebody types. */
export function NoteComposer({ chatId, field, onEscape, children }: NoteComposerProps) {
  const { t } = useTranslation('conversation');
  const draft = noteDraftOf(chatId);
  const text = useDrafts((drafts) => drafts.drafts[draft]?.text ?? '');
  const { write, take, giveBack } = useDrafts.getState();
  const hasFiles = useAttached(chatId).length > 0;
  const note = useNote();
  const { length } = text.trim();
  const isTooLong = length > MOST;
  const canAdd = length > 0 && !isTooLong;

  const add = (): void => {
    if (!canAdd) return;
    const written = take(draft);
    field.current?.focus();
    note(chatId, written).catch((error: unknown) => {
      giveBack(draft, written);
      sayTrouble(t('notes.notAdded'), error instanceof Error ? error.message : undefined);
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
    <form
      className="mx-auto w-full max-w-[720px] px-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="rounded-card border border-note bg-note-tint focus-within:outline-1 focus-within:outline-note">
        <ComposerHead notice={hasFiles ? t('notes.filesStay') : undefined}>{children}</ComposerHead>
        <textarea
          ref={field}
          aria-label={t('notes.note')}
          aria-describedby="note-hint note-length"
          placeholder={t('notes.placeholder')}
          value={text}
          rows={1}
          dir="auto"
          onChange={(event) => write(draft, event.target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-[196px] min-h-[42px] w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-message outline-none [unicode-bidi:plaintext]"
        />
        <div className="flex items-center gap-2 px-1.5 pb-1.5">
          <EmojiButton onPick={(emoji) => field.current !== null && insertText(field.current, emoji)} />
          <p id="note-hint" className="min-w-0 flex-1 truncate text-meta text-note">
            {t('notes.onlyOperators')}
          </p>
          <p
            id="note-length"
            className={cn('tabular shrink-0 text-meta', isTooLong ? 'text-urgent' : 'text-ink-quiet')}
          >
            {length > COUNTED_FROM && t('notes.length', { length, most: MOST })}
          </p>
          <Button type="submit" variant="primary" disabled={!canAdd}>
            {t('notes.add')}
            <StickyNote aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </form>
  );
}
