import { showUnseen } from '#shared/domain/visible-text.ts';
import { customerName as nameOf } from '#shared/locales/call-texts.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { findKind } from '#shared/domain/kinds/kinds.ts';
import conversation from '#shared/locales/en/conversation.json' with { type: 'json' };
import { createEventTexts } from '#shared/locales/chat-events.ts';
import { ENGLISH, type Language } from '#shared/locales/languages.ts';
import { createLocalization, type Localization } from '#shared/locales/i18n.ts';
import { fieldsExceptName } from '#shared/domain/contact-fields.ts';

export const TRANSCRIPT_FORMATS = ['text', 'html', 'json'] as const;

/** The names in a transcript besides the chats themselves. */
export interface TranscriptNames {
  readonly channel: (channelId: string) => string;
  /** a time in the reader's format and time zone, to the second */
  readonly moment: (at: number) => string;
  readonly words: TranscriptWords;
}

/** Writes the parts of a transcript in one format; they come in order and are never all in memory. */
export interface TranscriptWriter {
  readonly mediaType: string;
  readonly ending: string;
  readonly begin: (title: string) => string;
  /** `isFirst`: no chat was written before */
  readonly chat: (chat: Chat, isFirst: boolean) => string;
  /** `isFirst`: of its chat */
  readonly message: (message: Message, chat: Chat, isFirst: boolean) => string;
  readonly chatEnd: () => string;
  readonly end: () => string;
}

export type TranscriptWords = Awaited<ReturnType<typeof transcriptWordsIn>>;

/** The texts of a transcript besides the messages. */
export async function transcriptWordsIn(language: Language) {
  const localization = createLocalization({ conversation }, []);
  if (language !== ENGLISH) await localization.changeLanguage(language, []);
  const { t } = localization.i18n;
  const mediaOf = createMediaWords(localization);
  const { eventText } = createEventTexts(localization);

  const customerName = ({ customer }: Chat): string => nameOf(customer, localization.i18n);

  return {
    language,
    customerName,
    /** the titles of `contactTable`; the names of all languages are known to `readContactFile` */
    contactColumns: () => [
      t('conversation:transcript.columns.customer'),
      t('conversation:transcript.columns.phone'),
      t('conversation:transcript.columns.email'),
      t('conversation:transcript.columns.tags'),
      t('conversation:transcript.columns.channel'),
      t('conversation:transcript.columns.firstContact'),
    ],
    /** the titles of `chatTable` */
    columns: () => [
      t('conversation:transcript.columns.chat'),
      t('conversation:transcript.columns.started'),
      t('conversation:transcript.columns.closed'),
      t('conversation:transcript.columns.channel'),
      t('conversation:transcript.columns.customer'),
      t('conversation:transcript.columns.email'),
      t('conversation:transcript.columns.phone'),
      t('conversation:transcript.operator'),
      t('conversation:transcript.bot'),
      t('conversation:transcript.columns.firstReply'),
      t('conversation:transcript.columns.duration'),
      t('conversation:transcript.columns.rating'),
      t('conversation:transcript.columns.tags'),
      t('conversation:transcript.columns.messages'),
    ],
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

    /** Reason why the customer did not get this message; empty if they did. */
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

/** A self-contained page: no script, no picture, no link. */
export function htmlTranscript({ channel, moment, words }: TranscriptNames): TranscriptWriter {
  const { code, dir } = words.language;
  return {
    mediaType: 'text/html; charset=utf-8',
    ending: 'html',
    begin: (title) =>
      `<!doctype html>\n<html lang="${code}"${dir === undefined ? '' : ` dir="${dir}"`}>\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n`,
    chat: (chat) => {
      const { customer, rating, openedAt, closedAt } = chat;
      const facts = [
        channel(chat.channelId),
        ...fieldsExceptName(customer),
        words.began(moment(openedAt)),
        words.closed(closedAt === undefined ? undefined : moment(closedAt)),
        rating && words.rated(rating.rate),
      ];
      const shown = facts.filter((fact) => fact !== undefined).map((fact) => `<bdi>${escapeHtml(fact)}</bdi>`);
      return `<section>\n<h2>${escapeHtml(words.chat(chat))}: <bdi>${escapeHtml(words.customerName(chat))}</bdi></h2>\n<p class="facts">${shown.join(' · ')}</p>\n`;
    },
    message: (message, chat) => {
      const [writer, missed] = [words.writerOf(message, chat), words.undelivered(message)];
      const time = `<time dir="ltr" datetime="${new Date(message.at).toISOString()}">${escapeHtml(moment(message.at))}</time>`;
      const content = escapeHtml(words.contentOf(message));
      if (writer === '') return `<p class="system" dir="auto">${content} ${time}</p>\n`;
      return `<article class="${message.from}"><header><b><bdi>${escapeHtml(writer)}</bdi></b>${missed === '' ? '' : ` <em>${escapeHtml(missed)}</em>`} ${time}</header><p dir="auto">${content}</p></article>\n`;
    },
    chatEnd: () => '</section>\n',
    end: () => '</body>\n</html>\n',
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for both elements and attributes. */
function escapeHtml(text: string): string {
  return showUnseen(text)
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.35rem}h2{font-size:1.1rem;margin:0}
section{border-top:1px solid #8888;padding-top:1rem;margin-top:2rem}
.facts,time,.system{color:light-dark(#555,#bbb);font-size:.8rem}
.facts{margin:.25rem 0 1rem}
article{margin:0 0 .75rem;padding:.5rem .75rem;border-radius:.5rem;background:light-dark(#f1efec,#2b2927);break-inside:avoid}
article.operator{background:light-dark(#dff0f0,#1f3839)}
article.bot{background:light-dark(#eee8f8,#332b42)}
article.note{background:light-dark(#fbf3cf,#3d3721)}
article p{margin:.15rem 0 0;white-space:pre-wrap}
header{font-size:.85rem}
.system{text-align:center}
@media print{:root{color-scheme:light}body{margin:0;max-width:none}}
`.trim();
