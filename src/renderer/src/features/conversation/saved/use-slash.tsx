import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Paperclip } from 'lucide-react';
import { ChoiceList, useChoice } from '#renderer/components/choice-list.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { fetchFile } from '#renderer/rpc/media.ts';
import { useChannel, useMe, useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { SavedReply } from '#shared/contract/replies.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import { insertText } from '#shared/domain/typing.ts';
import { fillPlaceholders, indexReplies, placeholderIn, searchReplies } from '#shared/domain/saved-replies.ts';
import { useAttach } from '../attach/attaching.ts';
import { useConversationBasics } from '../conversation-context.ts';

/** A `/` that asks for saved replies, and the query after it. */
interface Slash {
  /** position of the `/` */
  readonly start: number;
  /** end of the query: the caret */
  readonly end: number;
  readonly query: string;
}

/** Maximum length of a shortcut with its `/`. */
const MAX_LENGTH = 41;

const none: readonly SavedReply[] = [];

/** The list of saved replies opened by a `/` in the composer's `text`. */
export function useSlash(text: string) {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  const index = useSavedIndex();
  const filled = useFilled();
  const insert = useInsertReply();
  const [asked, setSlash] = useState<Slash>();
  // A sent text asks for nothing.
  const slash = asked !== undefined && text.slice(asked.start, asked.end) === `/${asked.query}` ? asked : undefined;
  // The `/` at which Escape closed the list: it stays closed there.
  const closedAt = useRef<number>(undefined);
  const found = slash === undefined ? none : searchReplies(index, slash.query);

  const update = (): void => {
    const element = field.current;
    const isAtCaret =
      element !== null && element === document.activeElement && element.selectionStart === element.selectionEnd;
    const next = isAtCaret ? slashAt(element.value, element.selectionStart) : undefined;
    if (next?.start !== closedAt.current) closedAt.current = undefined;
    setSlash(closedAt.current === undefined ? next : undefined);
  };
  const pick = (reply: SavedReply): void => {
    if (slash === undefined || field.current === null) return;
    setSlash(undefined);
    insert(reply, slash.start, slash.end);
  };
  const close = (): void => {
    closedAt.current = slash?.start;
    setSlash(undefined);
  };
  const choice = useChoice(found, slash?.query ?? '');
  const isOpen = found.length > 0;
  return {
    /** shown above the composer, or nothing */
    list: (
      <>
        {isOpen && (
          <div
            data-takes-escape=""
            className="absolute inset-x-4 bottom-full z-30 mb-1 flex rounded-card border bg-raised shadow-float"
          >
            <SavedList
              found={found}
              choice={choice}
              filled={filled}
              onPick={pick}
              className="max-h-[min(264px,40vh)] flex-1"
            />
          </div>
        )}
        <p role="status" className="sr-only">
          {isOpen && t('savedReplies.found', { count: found.length })}
        </p>
      </>
    ),
    /** for the field: wires it to the list */
    aria: isOpen ? choice.aria : {},
    /** the text or the caret changed, or focus was lost */
    look: update,
    /** returns whether the list handled the key */
    onKeyDown: (event: KeyboardEvent): boolean => choice.onKeyDown(event, { onPick: pick, onEscape: close }),
  };
}

/** The `/` at the caret: at the start or after a space, with only letters between it and the caret. */
export function slashAt(text: string, caret: number): Slash | undefined {
  if (caret === 0) return undefined;
  const start = text.lastIndexOf('/', caret - 1);
  if (start < 0 || caret - start > MAX_LENGTH) return undefined;
  const query = text.slice(start + 1, caret);
  return /\S$/u.test(text.slice(0, start)) || /\s/u.test(query) ? undefined : { start, end: caret, query };
}

interface SavedListProps {
  readonly found: readonly SavedReply[];
  readonly choice: ReturnType<typeof useChoice<SavedReply>>;
  /** the text as it would be inserted */
  readonly filled: (text: string) => string;
  readonly onPick: (reply: SavedReply) => void;
  readonly className?: string;
}

/** Matching saved replies: shortcut and start of the text. */
export function SavedList({ found, choice, filled, onPick, className }: SavedListProps) {
  const { t } = useTranslation('conversation');
  return (
    <ChoiceList label={t('savedReplies.title')} items={found} choice={choice} onPick={onPick} className={className}>
      {({ shortcut, text, files = [] }, isChosen) => (
        <span className="flex flex-col py-0.5">
          <span className="flex items-center gap-2">
            <bdi className="min-w-0 truncate font-medium">/{shortcut}</bdi>
            {files.length > 0 && (
              <span className="flex shrink-0 items-center gap-1 text-meta text-ink-quiet">
                <Paperclip aria-hidden className="size-3" />
                {t('savedReplies.files', { count: files.length })}
              </span>
            )}
          </span>
          <bdi className={cn('truncate', isChosen ? 'text-ink' : 'text-ink-quiet')}>
            {shortened(filled(text).replaceAll(/\s+/gu, ' '), 200)}
          </bdi>
        </span>
      )}
    </ChoiceList>
  );
}

/** The saved replies with their search index; empty until loaded. */
export function useSavedIndex() {
  const { data } = useSavedReplies();
  return useMemo(() => indexReplies(data ?? []), [data]);
}

/** Inserts a saved reply into the composer in the place of a range, and attaches its files. */
export function useInsertReply(): (reply: SavedReply, from: number, to: number) => void {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  const filled = useFilled();
  const attach = useAttach();
  return ({ text, files = [] }, from, to) => {
    if (field.current === null) return;
    insertReply(field.current, filled(text), from, to);
    if (files.length === 0) return;
    Promise.all(files.map(fetchFile)).then(
      (found) => attach(found.map((file) => ({ file }))),
      (error: unknown) => notifyFailure(t('savedReplies.filesNotAttached'), error),
    );
  };
}

/** Inserts a text in the place of a range, and selects the first name that is missing in it. */
function insertReply(field: HTMLTextAreaElement, text: string, from: number, to: number): void {
  insertText(field, text, from, to);
  const missing = placeholderIn(text);
  const start = field.selectionStart - text.length;
  if (missing !== undefined) field.setSelectionRange(start + missing.start, start + missing.end);
}

/** Fills a reply's placeholders from the chat. */
export function useFilled(): (text: string) => string {
  const { channelId, knownName } = useConversationBasics();
  const operator = useMe().data?.name;
  const channel = useChannel(channelId)?.name;
  return (text) => fillPlaceholders(text, { customer: knownName, operator, channel });
}
