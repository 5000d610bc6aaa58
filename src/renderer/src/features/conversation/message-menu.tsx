import { shortened } from '#shared/domain/graphemes.ts';
import { Copy, Ellipsis, Pencil, TextQuote } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#renderer/components/copy-button.tsx';
import { insertAtCaret } from '#renderer/components/keys.tsx';
import { isTextField, nameOfKey } from '#renderer/state/keys.ts';
import { Menu, MenuItem } from '#renderer/components/popups.tsx';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { useCommands, shownKeyOf } from '#renderer/state/commands.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import type { Message } from '#shared/domain/message.ts';
import { type Basics, useConversationBasics } from './conversation-context.ts';
import { kindLabel } from './conversation-text.ts';
import { kindView } from './kinds/kinds.tsx';

/** Characters of a message that are quoted. */
const MAX_QUOTED = 200;

/** A message's text, or else its kind and file name. */
export function messageText({ text, title, ...message }: Message): string {
  const content = text ?? title;
  if (content !== undefined && content.trim() !== '') return content;
  if (message.type === 'text') return '';
  return [kindLabel(message.type), kindView(message.type).nameOf(message as Message)].filter(Boolean).join(': ');
}

/** A short quotation, with a prefix on each line and an empty line below. */
export function toQuotation(words: string): string {
  const trimmed = words.trim();
  const short = shortened(trimmed, MAX_QUOTED);
  return `${short.replaceAll(/^/gm, '> ')}\n`;
}

async function copy(message: Message): Promise<void> {
  if (await copyText(messageText(message))) notify(i18n.t('common:copied'));
  else notifyError(i18n.t('common:notCopied'), i18n.t('common:notCopiedMore'));
}

/** Inserts a quotation at the caret, on its own line; undefined if nothing can be written. Never quotes notes. */
function quoting({ canWrite, field }: Pick<Basics, 'canWrite' | 'field'>): ((message: Message) => void) | undefined {
  if (!canWrite) return undefined;
  return (message) => {
    const { current } = field;
    if (current === null) return;
    const { value, selectionStart } = current;
    const isMidLine = selectionStart > 0 && value[selectionStart - 1] !== '\n';
    insertAtCaret(current, `${isMidLine ? '\n' : ''}${toQuotation(messageText(message))}`);
  };
}

interface MessageMenuProps {
  readonly message: Message;
  /** left out unless it is the operator's own note */
  readonly onEdit?: (() => void) | undefined;
}

/** A message's menu, for the mouse; keyboards use shortcuts, as a tab stop on every message would be in the way. */
export function MessageMenu({ message, onEdit }: MessageMenuProps) {
  const { t } = useTranslation('conversation');
  const basics = useConversationBasics();
  const { field, editedId } = basics;
  // Of the many messages shown, only those whose menu was opened render more than a button.
  const [isUsed, setUsed] = useState(false);
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      data-message-menu=""
      aria-label={t('messages.more')}
      title={t('messages.more')}
      onClick={() => setUsed(true)}
      // Without hover it is always shown, at finger size.
      className="mb-1 rounded-sm p-0.5 text-ink-quiet opacity-0 transition-opacity pointer-coarse:-mx-2.5 pointer-coarse:-my-2 pointer-coarse:p-[15px] pointer-coarse:opacity-100 group-hover/message:opacity-100 hover:text-ink focus-visible:opacity-100 data-popup-open:opacity-100"
    >
      <Ellipsis aria-hidden className="size-3.5" />
    </button>
  );
  if (!isUsed) return trigger;
  const quote = quoting(basics);
  return (
    <Menu trigger={trigger} finalFocus={editedId === message.id ? false : field} defaultOpen>
      <MenuItem icon={<Copy />} onSelect={() => void copy(message)}>
        {t('messages.copy')}
      </MenuItem>
      {quote !== undefined && message.from !== 'note' && (
        <MenuItem icon={<TextQuote />} shortcut={shownKeyOf('quote')} onSelect={() => quote(message)}>
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

/** A message's article element, reached by the arrow keys. */
export const messageArticle = (message: Message | undefined) => ({ tabIndex: -1, 'data-message': message?.id });

/**
 * Arrow keys move between messages; on the focused one Enter opens its menu and Ctrl+C copies it. The quote command
 * takes it, or else the customer's latest message.
 */
export function useMessageKeys(scroller: RefObject<HTMLElement | null>, messages: readonly Message[]): void {
  const basics = useConversationBasics();
  const quote = quoting(basics);
  const reached = useRef<HTMLElement>(null);
  const focused = (): HTMLElement | null => (reached.current === document.activeElement ? reached.current : null);
  const focusedMessage = (): Message | undefined => {
    const article = focused();
    return article === null ? undefined : messages.find(({ id }) => id === article.dataset['message']);
  };
  useCommands({
    quote:
      quote &&
      (() => {
        const last = messages.findLast(({ from, chatId }) => from === 'customer' && chatId === basics.chatId);
        const message = focusedMessage() ?? last;
        if (message !== undefined && message.from !== 'note') quote(message);
      }),
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (isTextField(event.target)) return;
    const key = nameOfKey(event);
    const message = focusedMessage();
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
    const at = articles.findIndex((article) => article === focused());
    const next =
      at < 0
        ? articles.findLast((article) => article.getBoundingClientRect().top < pane.bottom)
        : articles[at + (key === 'ArrowUp' ? -1 : 1)];
    if (next === undefined) return;
    event.preventDefault();
    reached.current = next;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [scroller]);
}
