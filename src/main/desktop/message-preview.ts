import type { Chat } from '#shared/domain/entities.ts';
import { messagePreview as previewIn } from '#shared/domain/message-preview.ts';
import { t } from './speech.ts';

/** The last words of a chat in one line, as the desktop speaks now. */
export function messagePreview(message: NonNullable<Chat['lastMessage']>): string {
  return previewIn(message, {
    kindOf: (kind) => t(`chat:kinds.${kind}`),
    operator: t('chat:kinds.you'),
    bot: t('chat:kinds.bot'),
  });
}
