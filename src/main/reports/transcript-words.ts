import type { Chat, Message } from '#shared/domain/entities.ts';
import { transcriptFile } from '#shared/words/en/transcript-file.ts';
import { createEventWords } from '#shared/words/event-words.ts';
import { ENGLISH, type Language } from '#shared/words/languages.ts';
import { createSpeech } from '#shared/words/speech.ts';
import { createMediaWords } from './media-words.ts';

export type TranscriptWords = Awaited<ReturnType<typeof transcriptWordsIn>>;

/** What a transcript says besides what was said in its chats. */
export async function transcriptWordsIn(language: Language) {
  const speech = createSpeech([]);
  if (language !== ENGLISH) await speech.speak(language, []);
  const say = speech.wordsOf('transcriptFile', transcriptFile);
  const mediaOf = createMediaWords(speech);
  const { eventWords } = createEventWords(speech);

  /** Who a customer is to people. */
  const customerName = ({ customer }: Chat): string => customer.name ?? say('visitor');

  return {
    language,
    customerName,
    removedChannel: () => say('removedChannel'),
    titleOfChat: (chat: Chat) => say('titleOfChat', { id: chat.id, customer: customerName(chat) }),
    titleOfPeriod: (first: string, last: string, channel: string | undefined) =>
      channel === undefined ? say('titleOfPeriod', { first, last }) : say('titleOfChannel', { first, last, channel }),
    chat: ({ id }: Chat) => say('chat', { id }),
    began: (moment: string) => say('began', { moment }),
    /** `moment`: undefined where it is not closed */
    closed: (moment: string | undefined) => (moment === undefined ? say('stillOpen') : say('closed', { moment })),
    rated: (rate: number) => say('rated', { rate }),

    /** Who said it; empty for a line about what happened. */
    writerOf: (message: Message, chat: Chat): string => {
      switch (message.from) {
        case 'customer':
          return customerName(chat);
        case 'operator':
          return message.authorName ?? say('operator');
        case 'bot':
          return say('byBot', { name: message.authorName ?? say('bot') });
        case 'note':
          return say('byNote', { name: message.authorName ?? say('operator') });
        case 'system':
          return message.automatic === undefined
            ? ''
            : say('automatically', { name: message.authorName ?? 'Counterbell' });
      }
    },

    /** The words of a message, and in brackets what it was besides. */
    contentOf: (message: Message): string => {
      const { text, title, markdown, buttons, event } = message;
      if (event !== undefined) return eventWords(event, undefined);
      const choices = (buttons ?? []).map((button) => `[${button.text}]`).join(' ');
      return [mediaOf(message), text ?? markdown ?? title, choices]
        .filter((part) => part !== undefined && part !== '')
        .join('\n');
    },

    /** Why a message stands here that its customer did not get; empty where they did. */
    undelivered: ({ heldBack, delivery }: Message): string => {
      if (heldBack !== undefined) return say('notSent');
      return delivery?.state === 'failed' ? say('notDelivered') : '';
    },
  };
}
