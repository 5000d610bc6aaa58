import { contentOf, customerName, undelivered, writerOf, type TranscriptNames, type TranscriptWriter } from './transcript.ts';

/** Lines as people write them. A further line of a message is indented, so that none can pass for a message of its own. */
export function textTranscript({ channel, moment }: TranscriptNames): TranscriptWriter {
  return {
    mediaType: 'text/plain; charset=utf-8',
    ending: 'txt',
    begin: (title) => `${oneLine(title)}\n`,
    chat: (chat) => {
      const contacts = [chat.customer.phone, chat.customer.email].filter((each) => each !== undefined);
      const customer = [customerName(chat), ...contacts].join(', ');
      const until = chat.closedAt === undefined ? 'still open' : `closed ${moment(chat.closedAt)}`;
      const rating = chat.rating === undefined ? '' : `Rated ${String(chat.rating.rate)} of 5\n`;
      return `\n${'='.repeat(72)}\nChat ${chat.id}: ${oneLine(customer)}\n${oneLine(channel(chat.channelId))}, began ${moment(chat.openedAt)}, ${until}\n${rating}\n`;
    },
    message: (message, chat) => {
      const [writer, missed] = [writerOf(message, chat), undelivered(message)];
      const said = contentOf(message).replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n    ');
      return `[${moment(message.at)}] ${writer === '' ? '' : `${oneLine(writer)}${missed === '' ? '' : ` (${missed})`}: `}${said}\n`;
    },
    chatEnd: () => '',
    end: () => '',
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
