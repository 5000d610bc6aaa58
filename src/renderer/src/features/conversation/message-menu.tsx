import { Copy, Ellipsis, Pencil, TextQuote } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#renderer/components/copy-button.tsx';
import { insertText } from '#renderer/components/insert-text.ts';
import { isTextField, nameOfKey } from '#renderer/components/keys.ts';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useCommands, useShownKey } from '#renderer/components/use-commands.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversation } from './conversation-context.ts';
import { kindWords } from './conversation-text.ts';
import { kindView } from './kinds/kinds.tsx';

/** Characters of a message that a quotation has. */
const QUOTED = 200;

/** The words of a message, or else what it is and how it is called. */
export function wordsOf({ text, title, ...message }: Message): string {
  const said = text ?? title;
  if (said !== undefined && said.trim() !== '') return said;
  if (message.type === 'text') return '';
  return [kindWords(message.type), kindView(message.type).called(message as Message)].filter(Boolean).join(': ');
}

/** A short quotation, each line behind a sign, and a line to write below it. */
export function quotationOf(words: string): string {
  const trimmed = words.trim();
  const short = trimmed.length > QUOTED ? `${trimmed.slice(0, QUOTED).toWellFormed().trimEnd()}…` : trimmed;
  return `${short.replaceAll(/^/gm, '> ')}\n`;
}

async function copy(message: Message): Promise<void> {
  if (await copyText(wordsOf(message))) say(i18n.t('common:copied'));
  else sayTrouble(i18n.t('common:notCopied'), i18n.t('common:notCopiedMore'));
}

/** Puts a quotation where the caret is, on a line of its own; undefined where nothing can be written. No note is quoted to the customer. */
function useQuote(): ((message: Message) => void) | undefined {
  const { chat, actions, field } = useConversation();
  if (chat.state === 'closed' || actions.isHeld) return undefined;
  return (message) => {
    const { current } = field;
    if (current === null) return;
    const { value, selectionStart } = current;
    const isMidLine = selectionStart > 0 && value[selectionStart - 1] !== '\n';
    insertText(current, `${isMidLine ? '\n' : ''}${quotationOf(wordsOf(message))}`);
  };
}

interface MessageMenuProps {
  readonly message: Message;
  /** left out where its words are not one's own to change */
  readonly onEdit?: (() => void) | undefined;
}

/** What can be done with a message; the pointer's, as keys do it too: a stop on every message would be in everybody's way. */
export function MessageMenu({ message, onEdit }: MessageMenuProps) {
  const { t } = useTranslation('conversation');
  const quote = useQuote();
  const quoteKey = useShownKey('quote');
  const { field, editedId } = useConversation();
  // Of the many that are shown, only those that were opened are more than a button.
  const [isUsed, setUsed] = useState(false);
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      data-message-menu=""
      aria-label={t('messages.more')}
      title={t('messages.more')}
      onClick={() => setUsed(true)}
      // Where nothing hovers it is there, as wide as a finger.
      className="mb-1 rounded-sm p-0.5 text-ink-quiet opacity-0 transition-opacity pointer-coarse:-mx-1.5 pointer-coarse:-mb-1 pointer-coarse:p-2.5 pointer-coarse:opacity-100 group-hover/message:opacity-100 hover:text-ink focus-visible:opacity-100 data-popup-open:opacity-100"
    >
      <Ellipsis aria-hidden className="size-3.5" />
    </button>
  );
  if (!isUsed) return trigger;
  return (
    <Menu trigger={trigger} finalFocus={editedId === message.id ? false : field} defaultOpen>
      <MenuItem icon={<Copy />} onSelect={() => void copy(message)}>
        {t('messages.copy')}
      </MenuItem>
      {quote !== undefined && message.from !== 'note' && (
        <MenuItem icon={<TextQuote />} shortcut={quoteKey} onSelect={() => quote(message)}>
          {t('messages.quote')}
        </MenuItem>
      )}
      {onEdit !== undefined && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          {t('notes.edit')}
        </MenuItem>
      )}
    </Menu>
  );
}

/** The article of a message, which the arrow keys lead to. */
export const messageArticle = (message: Message | undefined) => ({ tabIndex: -1, 'data-message': message?.id });

/**
 * In the messages the arrow keys go from one to the next; Enter opens the menu of the one that is reached, and Ctrl+C copies
 * it; the quote command takes that one, or else what the customer said last.
 */
export function useMessageKeys(scroller: RefObject<HTMLElement | null>, messages: readonly Message[]): void {
  const { chat } = useConversation();
  const quote = useQuote();
  const reached = useRef<HTMLElement>(null);
  const reachedMessage = (): Message | undefined => {
    const isIn = reached.current !== null && document.activeElement === reached.current;
    return isIn ? messages.find(({ id }) => id === reached.current?.dataset['message']) : undefined;
  };
  useCommands({
    quote:
      quote &&
      (() => {
        const last = messages.findLast(({ from, chatId }) => from === 'customer' && chatId === chat.id);
        const message = reachedMessage() ?? last;
        if (message !== undefined && message.from !== 'note') quote(message);
      }),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTextField(event.target)) return;
    const key = nameOfKey(event);
    const message = reachedMessage();
    if (key === 'Mod+c' && message !== undefined && document.getSelection()?.isCollapsed !== false) {
      event.preventDefault();
      void copy(message);
    }
    if (key === 'Enter' && message !== undefined) {
      event.preventDefault();
      reached.current?.querySelector<HTMLElement>('[data-message-menu]')?.click();
    }
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || scroller.current === null) return;
    const articles = [...scroller.current.querySelectorAll<HTMLElement>('article[data-message]')];
    const pane = scroller.current.getBoundingClientRect();
    const at =
      reached.current === document.activeElement && reached.current !== null ? articles.indexOf(reached.current) : -1;
    const next =
      at < 0
        ? articles.findLast((each) => each.getBoundingClientRect().top < pane.bottom)
        : articles[at + (key === 'ArrowUp' ? -1 : 1)];
    if (next === undefined) return;
    event.preventDefault();
    reached.current = next;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  };
  const latest = useRef(onKeyDown);
  useEffect(() => {
    latest.current = onKeyDown;
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (event: KeyboardEvent): void => latest.current(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [scroller]);
}
