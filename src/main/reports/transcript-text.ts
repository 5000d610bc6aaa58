import type { Chat } from '#shared/domain/entities.ts';
import { findKind } from '#shared/domain/kinds/kinds.ts';
import type { Message } from '#shared/domain/message.ts';
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import { createEventTexts } from '#shared/locales/chat-events.ts';
import { ENGLISH, type Language } from '#shared/locales/languages.ts';
import { createLocalization, type Localization } from '#shared/locales/i18n.ts';
export type TranscriptWords = Awaited<ReturnType<typeof transcriptWordsIn>>;

/** The texts of a transcript besides the messages. */
export async function transcriptWordsIn(language: Language) {
  const localization = createLocalization({ conversation }, []);
  if (language !== ENGLISH) await localization.changeLanguage(language, []);
  const { t } = localization.i18n;
  const mediaOf = createMediaWords(localization);
  const { eventText } = createEventTexts(localization);

  /** How a customer is named for people. */
  const customerName = ({ customer }: Chat): string => customer.name ?? t('conversation:transcript.visitor');

  return {
    language,
    customerName,
    removedChannel: () => t('conversation:transcript.removedChannel'),
    titleOfChat: (chat: Chat) =>
      t('conversation:transcript.titleOfChat', { id: chat.id, customer: customerName(chat) }),
    titleOfPeriod: (first: string, last: string, channel: string | undefined) =>
      channel === undefined
        ? t('conversation:transcript.titleOfPeriod', { first, last })
        : t('conversation:transcript.titleOfChannel', { first, last, channel }),
    chat: ({ id }: Chat) => t('conversation:transcript.chat', { id }),
    began: (moment: string) => t('conversation:transcript.began', { moment }),
    /** `moment`: undefined if it is not closed */
    closed: (moment: string | undefined) =>
      moment === undefined ? t('conversation:transcript.stillOpen') : t('conversation:transcript.closed', { moment }),
    rated: (rate: number) => t('conversation:transcript.rated', { rate }),

    /** The author; empty for a system line. */
    writerOf: (message: Message, chat: Chat): string => {
      switch (message.from) {
        case 'customer':
          return customerName(chat);
        case 'operator':
          return message.authorName ?? t('conversation:transcript.operator');
        case 'bot':
          return t('conversation:transcript.byBot', { name: message.authorName ?? t('conversation:transcript.bot') });
        case 'note':
          return t('conversation:transcript.byNote', {
            name: message.authorName ?? t('conversation:transcript.operator'),
          });
        case 'system':
          return message.automatic === undefined
            ? ''
            : t('conversation:transcript.automatically', { name: message.authorName ?? 'Counterbell' });
      }
    },

    /** The text of a message, followed by its other content in brackets. */
    contentOf: (message: Message): string => {
      const { text, title, markdown, buttons, event } = message;
      if (event !== undefined) return eventText(event, undefined);
      const choices = (buttons ?? []).map((button) => `[${button.text}]`).join(' ');
      return [mediaOf(message), text ?? markdown ?? title, choices]
        .filter((part) => part !== undefined && part !== '')
        .join('\n');
    },

    /** Why the customer did not get this message; empty if they did. */
    undelivered: ({ heldBack, delivery }: Message): string => {
      if (heldBack !== undefined) return t('conversation:transcript.notSent');
      return delivery?.state === 'failed' ? t('conversation:transcript.notDelivered') : '';
    },
  };
}

/** Describes other content of a message in brackets: a photo and its name, a place; undefined for text. */
function createMediaWords({ i18n: { t } }: Pick<Localization, 'i18n'>): (message: Message) => string | undefined {
  return (message) => {
    const { type } = message;
    if (type === 'text') return undefined;
    const name = findKind(type)?.transcriptLabel(message);
    return name === undefined
      ? `[${t(`conversation:kinds.${type}`)}]`
      : `[${t(`conversation:kinds.${type}`)}: ${name}]`;
  };
}
