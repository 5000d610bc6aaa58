import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Paperclip } from 'lucide-react';
import { ChoiceList, type useChoice } from '#renderer/components/choice-list.tsx';
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
import { type Asked, useInlineChoice } from '../inline-choice.tsx';

/** Maximum length of a shortcut with its `/`. */
const MAX_LENGTH = 41;

/** The list of saved replies opened by a `/` in the composer's `text`. */
export function useSlash(text: string) {
  const { t } = useTranslation('conversation');
  const { field } = useConversationBasics();
  const index = useSavedIndex();
  const filled = useFilled();
  const insert = useInsertReply();
  return useInlineChoice<SavedReply>({
    text,
    field,
    at: slashAt,
    find: (query) => searchReplies(index, query),
    onPick: (reply, _element, { start, end }) => insert(reply, start, end),
    label: t('savedReplies.title'),
    status: (count) => t('savedReplies.found', { count }),
    children: (reply, isChosen) => <SavedLine reply={reply} filled={filled} isChosen={isChosen} />,
  });
}

/** The `/` at the caret: at the start or after a space, with only letters between it and the caret. */
export function slashAt(text: string, caret: number): Asked | undefined {
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
}

/** Matching saved replies: shortcut and start of the text. */
export function SavedList({ found, choice, filled, onPick }: SavedListProps) {
  const { t } = useTranslation('conversation');
  return (
    <ChoiceList label={t('savedReplies.title')} items={found} choice={choice} onPick={onPick}>
      {(reply, isChosen) => <SavedLine reply={reply} filled={filled} isChosen={isChosen} />}
    </ChoiceList>
  );
}

interface SavedLineProps extends Pick<SavedListProps, 'filled'> {
  readonly reply: SavedReply;
  readonly isChosen: boolean;
}

function SavedLine({ reply: { shortcut, text, files = [] }, filled, isChosen }: SavedLineProps) {
  const { t } = useTranslation('conversation');
  return (
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
