import { i18n } from '#renderer/language/i18n.ts';
import type { Chat } from '#shared/domain/entities.ts';

/** Where an earlier chat stands. */
export function stateWords(state: Chat['state']): string {
  return i18n.t(`contact:states.${state}`);
}

/** The last words of a chat, or what they were where they are not text. */
export function chatWords({ lastMessage }: Chat): string {
  return (
    lastMessage?.text ??
    lastMessage?.title ??
    lastMessage?.emoji ??
    lastMessage?.file_name ??
    (lastMessage === undefined || lastMessage.type === 'text' ? '' : i18n.t(`chat:kinds.${lastMessage.type}`))
  );
}
