import type { VisitorMessage, VisitorRecord } from '#main/store/customers/visitors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { markdownBlocks, plainBlocks } from '#shared/domain/formatted.ts';
import { showDirections } from '#shared/domain/visible-text.ts';
import type { SiteFile, SiteMessage, SiteState } from '#shared/site/frames.ts';

const FROM = { customer: 'visitor', operator: 'operator', bot: 'bot', system: 'channel', note: 'channel' } as const;

/** A message as the visitor sees it. */
export function toSiteMessage({ message, formatted, writer, rating }: VisitorMessage): SiteMessage {
  const { id, at, from, type, authorName, externalId, markdown, title, buttons, latitude, longitude } = message;
  // The form says itself what it is.
  const text = message.text === '' || rating !== undefined ? undefined : message.text;
  const isOwn = from === 'customer';
  const content = omitUndefined({
    name: isOwn || authorName === undefined ? undefined : showDirections(authorName),
    picture: writer && pictureOf(writer),
    clientId: isOwn ? externalId : undefined,
    text,
    blocks: formatted ?? (markdown === undefined ? text && plainBlocks(text) : markdownBlocks(markdown)),
    buttons: buttons?.map(({ id: _id, isNumber: _isNumber, ...shown }) => ({
      ...shown,
      text: showDirections(shown.text),
    })),
    rating: rating && {
      open: rating.state === 'open' || rating.state === 'answered',
      ...omitUndefined({ rate: rating.rate, comment: rating.comment }),
    },
    file: fileOf(message),
    location:
      latitude === undefined || longitude === undefined
        ? undefined
        : { latitude, longitude, ...omitUndefined({ title: title && showDirections(title) }) },
  });
  return { id, at, from: FROM[from], type, ...content } as SiteMessage;
}

/**
 * Tells the visitor who has their chat. `findOperator`: undefined if they were removed; `mailsAnswers`: true if a
 * mailbox sends answers to those who have left.
 */
export function toSiteState(
  visitor: VisitorRecord | undefined,
  staffed: boolean,
  findOperator: (operatorId: string) => Operator | undefined,
  mailsAnswers: () => boolean,
): SiteState {
  if (visitor?.chatId === undefined) return { chat: 'none', staffed };
  const { state: chat, botName, operatorId } = visitor;
  const known = { staffed, ...(!visitor.hasEmail && mailsAnswers() && { wantsEmail: true as const }) };
  if (chat === 'bot') return { chat, ...known, ...(botName !== undefined && { assignee: { name: botName } }) };
  const operator = chat === 'active' && operatorId !== undefined ? findOperator(operatorId) : undefined;
  if (operator === undefined) return { chat: 'waiting', ...known };
  return {
    chat: 'operator',
    ...known,
    assignee: { name: operator.name, ...omitUndefined({ picture: pictureOf(operator) }) },
  };
}

function pictureOf(operator: Pick<Operator, 'photo' | 'picture'>): string | undefined {
  return photoLink(operator, '')?.replace(/^\//, '');
}

function fileOf(message: VisitorMessage['message']): SiteFile | undefined {
  const { file, thumb, fileName = '', fileSize: size, width, height, duration } = message;
  if (file === undefined) return undefined;
  return {
    url: pathOf(file),
    name: showDirections(fileName),
    ...omitUndefined({ thumb: thumb && pathOf(thumb), size, width, height, duration }),
  };
}

/** Our own files at the address by which the visitor reached us, wherever that is today; without a slash in front. */
function pathOf(link: string): string {
  return /\/(files\/[\w-]+\/[^/?#]+)$/.exec(link)?.[1] ?? link;
}
