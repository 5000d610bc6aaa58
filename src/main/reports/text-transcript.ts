import type { TranscriptNames, TranscriptWriter } from './transcript.ts';

/** Lines as people write them. A further line of a message is indented, so that none can pass for a message of its own. */
export function textTranscript({ channel, moment, words }: TranscriptNames): TranscriptWriter {
  return {
    mediaType: 'text/plain; charset=utf-8',
    ending: 'txt',
    begin: (title) => `${oneLine(title)}\n`,
    chat: (chat) => {
      const contacts = [chat.customer.phone, chat.customer.email].filter((each) => each !== undefined);
      const customer = [words.customerName(chat), ...contacts].join(', ');
      const until = words.closed(chat.closedAt === undefined ? undefined : moment(chat.closedAt));
      const rating = chat.rating === undefined ? '' : `${words.rated(chat.rating.rate)}\n`;
      return `\n${'='.repeat(72)}\n${words.chat(chat)}: ${oneLine(customer)}\n${oneLine(channel(chat.channelId))}, ${words.began(moment(chat.openedAt))}, ${until}\n${rating}\n`;
    },
    message: (message, chat) => {
      const [writer, missed] = [words.writerOf(message, chat), words.undelivered(message)];
      const said = words.contentOf(message).replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');
      return `[${moment(message.at)}] ${writer === '' ? '' : `${oneLine(writer)}${missed === '' ? '' : ` (${missed})`}: `}${said}\n`;
    },
    chatEnd: () => '',
    end: () => '',
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
