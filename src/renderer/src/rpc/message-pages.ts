import type { Message } from '#shared/domain/message.ts';
import type { MessagePages } from './query-keys.ts';

/** The pages with a message that was just added; one that is already there, or would stand behind a gap, is left out. */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  const newest = pages.pages[0];
  if (newest === undefined || newest.hasLater === true || contains(pages, message.id)) return pages;
  return { ...pages, pages: [{ ...newest, messages: [...newest.messages, message] }, ...pages.pages.slice(1)] };
}

/** The pages with a message as it is now. */
export function withChangedMessage(pages: MessagePages, message: Message): MessagePages {
  if (!contains(pages, message.id)) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.messages.some(({ id }) => id === message.id)
        ? { ...page, messages: page.messages.map((old) => (old.id === message.id ? message : old)) }
        : page,
    ),
  };
}

/** All loaded messages, oldest first, each once. */
export function allMessages(pages: MessagePages): readonly Message[] {
  const seen = new Set<string>();
  return pages.pages
    .toReversed()
    .flatMap((page) => page.messages)
    .filter(({ id }) => {
      if (seen.has(id)) return false;
      seen.add(id);
      return true;
    });
}

function contains(pages: MessagePages, messageId: string): boolean {
  return pages.pages.some((page) => page.messages.some(({ id }) => id === messageId));
}
