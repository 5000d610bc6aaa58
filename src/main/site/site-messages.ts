import type { VisitorMessage } from '#main/store/queries/site.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { omitUndefined } from '#shared/protocol/omit-undefined.ts';
import type { SiteFile, SiteMessage } from '#shared/site/frames.ts';
import { markdownBlocks, plainBlocks } from './formatted-text.ts';

const FROM = { customer: 'visitor', operator: 'operator', bot: 'bot', system: 'channel', note: 'channel' } as const;

/** A message as the visitor sees it. */
export function toSiteMessage({ message, writer, rating }: VisitorMessage): SiteMessage {
  const { id, at, from, type, authorName, externalId, markdown, title, buttons, latitude, longitude } = message;
  // The form says itself what it is.
  const text = message.text === '' || rating !== undefined ? undefined : message.text;
  const isOwn = from === 'customer';
  const said = omitUndefined({
    name: isOwn ? undefined : authorName,
    picture: writer && photoLink(writer, '')?.replace(/^\//, ''),
    clientId: isOwn ? externalId : undefined,
    text,
    blocks: markdown === undefined ? text && plainBlocks(text) : markdownBlocks(markdown),
    buttons: buttons?.map((button) => ({ text: button.text })),
    rating: rating && {
      open: rating.state === 'open' || rating.state === 'answered',
      ...omitUndefined({ rate: rating.rate, comment: rating.comment }),
    },
    file: fileOf(message),
    place:
      latitude === undefined || longitude === undefined
        ? undefined
        : { latitude, longitude, ...omitUndefined({ title }) },
  });
  return { id, at, from: FROM[from], type, ...said } as SiteMessage;
}

function fileOf(message: VisitorMessage['message']): SiteFile | undefined {
  const { file, thumb, fileName = '', fileSize: size, width, height, duration } = message;
  if (file === undefined) return undefined;
  return {
    url: pathOf(file),
    name: fileName,
    ...omitUndefined({ thumb: thumb && pathOf(thumb), size, width, height, duration }),
  };
}

/** Our own files at the address by which the visitor reached us, wherever that is today; without a slash in front. */
function pathOf(link: string): string {
  return /\/(files\/[\w-]+\/[^/?#]+)$/.exec(link)?.[1] ?? link;
}
