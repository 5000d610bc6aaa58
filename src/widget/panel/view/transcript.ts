import type { SiteMessage } from '#shared/site/frames.ts';
import type { ShownStatus, SiteTexts } from '../../host.ts';
import { addressAt, fill, localeOf } from '../words.ts';

/** The messages as plain text: a line each with time and writer. */
export function transcriptOf(
  messages: readonly SiteMessage[],
  { name: shop }: Pick<ShownStatus, 'name'>,
  texts: SiteTexts,
  home: string,
  locale: string,
): string {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const lines = messages.map(({ at, from, name, text, type, file, place }) => {
    const link =
      file === undefined
        ? []
        : [`${texts.kinds[type === 'text' ? 'document' : type]}: ${file.name} ${addressAt(home, file.url)}`];
    const spot =
      place === undefined ? [] : [`${texts.kinds.location}: ${String(place.latitude)}, ${String(place.longitude)}`];
    const who = from === 'visitor' ? texts.you : (name ?? shop);
    return `${time.format(at)}  ${who}: ${[...(text === undefined ? [] : [text]), ...link, ...spot].join('\n')}`;
  });
  return [fill(texts.transcript, { shop }), '', ...lines, ''].join('\n');
}

/** Saves the messages as a file, made in the browser. */
export function saveTranscript(
  messages: readonly SiteMessage[],
  status: ShownStatus,
  texts: SiteTexts,
  home: string,
): void {
  const text = transcriptOf(messages, status, texts, home, localeOf(status.language, navigator.language));
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fill(texts.transcript, { shop: status.name }).replaceAll(/[\\/:*?"<>|]+/g, ' ')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
