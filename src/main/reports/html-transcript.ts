import { fieldsExceptName } from '#shared/domain/contact-fields.ts';
import type { TranscriptNames, TranscriptWriter } from './transcript.ts';

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
      const said = escapeHtml(words.contentOf(message));
      if (writer === '') return `<p class="system" dir="auto">${said} ${time}</p>\n`;
      return `<article class="${message.from}"><header><b><bdi>${escapeHtml(writer)}</bdi></b>${missed === '' ? '' : ` <em>${escapeHtml(missed)}</em>`} ${time}</header><p dir="auto">${said}</p></article>\n`;
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
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
    .replaceAll('\u0000', '\uFFFD');
}

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.35rem}h2{font-size:1.1rem;margin:0}
section{border-top:1px solid #8888;padding-top:1rem;margin-top:2rem}
.facts,time,.system{color:light-dark(#555,#bbb);font-size:.8rem}
.facts{margin:.25rem 0 1rem}
article{margin:0 0 .75rem;padding:.5rem .75rem;border-radius:.5rem;background:light-dark(#f1efec,#2b2927);break-inside:avoid}
article.operator{background:light-dark(#dff0f0,#1f3839)}
article.bot{background:light-dark(#eee8f8,#332b42)}
article.note{background:light-dark(#fbf3cf,#3d3721)}
article p{margin:.15rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
header{font-size:.85rem}
.system{text-align:center}
@media print{:root{color-scheme:light}body{margin:0;max-width:none}}
`.trim();
