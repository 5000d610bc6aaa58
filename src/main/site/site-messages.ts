import type { VisitorMessage, VisitorRecord } from '#main/store/subjects/visitors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { photoLink } from '#shared/domain/pictures.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import type { Formatted, SiteFile, SiteMessage, SiteState } from '#shared/site/frames.ts';
import type { Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { textParts } from '#shared/domain/text-parts.ts';

const FROM = { customer: 'visitor', operator: 'operator', bot: 'bot', system: 'channel', note: 'channel' } as const;

/** A message as the visitor sees it. */
export function toSiteMessage({ message, writer, rating }: VisitorMessage): SiteMessage {
  const { id, at, from, type, authorName, externalId, markdown, title, buttons, latitude, longitude } = message;
  // The form says itself what it is.
  const text = message.text === '' || rating !== undefined ? undefined : message.text;
  const isOwn = from === 'customer';
  const said = omitUndefined({
    name: isOwn ? undefined : authorName,
    picture: writer && pictureOf(writer),
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

/** Who has a visitor's chat. `findOperator`: undefined if they were removed. */
export function toSiteState(
  visitor: VisitorRecord | undefined,
  staffed: boolean,
  findOperator: (operatorId: string) => Operator | undefined,
): SiteState {
  if (visitor?.chatId === undefined) return { chat: 'none', staffed };
  const { state: chat, botName, operatorId } = visitor;
  if (chat === 'bot') return { chat, staffed, ...(botName !== undefined && { who: { name: botName } }) };
  const operator = chat === 'active' && operatorId !== undefined ? findOperator(operatorId) : undefined;
  if (operator === undefined) return { chat: 'waiting', staffed };
  return {
    chat: 'operator',
    staffed,
    who: { name: operator.name, ...omitUndefined({ picture: pictureOf(operator) }) },
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
    name: fileName,
    ...omitUndefined({ thumb: thumb && pathOf(thumb), size, width, height, duration }),
  };
}

/** Our own files at the address by which the visitor reached us, wherever that is today; without a slash in front. */
function pathOf(link: string): string {
  return /\/(files\/[\w-]+\/[^/?#]+)$/.exec(link)?.[1] ?? link;
}

/** Longer or deeper text is shown unformatted, so that no text can keep the engine busy. */
const MAX_MARKDOWN = 4000;
const MAX_DEPTH = 24;

/** HTML is text. */
const SYNTAX = { disable: { null: ['htmlFlow', 'htmlText'] } };

/** Plain text: its lines, and its links. */
export function plainBlocks(text: string): readonly Formatted[] {
  return [{ tag: 'p', of: lines(text) }];
}

/** A bot's Markdown without HTML and images; links lead only to the web, mail and phones. */
export function markdownBlocks(markdown: string): readonly Formatted[] {
  if (markdown.length > MAX_MARKDOWN) return plainBlocks(markdown);
  try {
    return fromMarkdown(markdown, { extensions: [SYNTAX] }).children.flatMap((node) => formatted(node, 1));
  } catch {
    // Nested too deeply, for the parser or for us.
    return plainBlocks(markdown);
  }
}

const TAGS = {
  paragraph: 'p',
  heading: 'h',
  blockquote: 'blockquote',
  listItem: 'li',
  strong: 'b',
  emphasis: 'i',
  delete: 's',
} as const;

function formatted(node: RootContent, depth: number): readonly Formatted[] {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  const of = 'children' in node ? node.children.flatMap((child) => formatted(child, depth + 1)) : [];
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'listItem':
    case 'strong':
    case 'emphasis':
    case 'delete':
      return [{ tag: TAGS[node.type], of }];
    case 'list':
      return [node.ordered === true ? { tag: 'ol', start: node.start ?? 1, of } : { tag: 'ul', of }];
    case 'code':
    case 'inlineCode':
      return [{ tag: node.type === 'code' ? 'pre' : 'code', of: [node.value] }];
    case 'text':
      return lines(node.value);
    case 'break':
      return [BREAK];
    case 'link':
    case 'image': {
      const text = linkText(node);
      return isSafe(node.url) && text !== '' ? [{ tag: 'a', href: node.url, of: [text] }] : [text];
    }
    default:
      return [];
  }
}

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const BREAK: Formatted = { tag: 'br' };

function lines(text: string): readonly Formatted[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => [...(at === 0 ? [] : [BREAK]), ...linked(line)]);
}

function linked(line: string): readonly Formatted[] {
  return textParts(line).map((part) => {
    if (part.kind === 'link') return { tag: 'a', href: part.href, of: [part.text] };
    return part.kind === 'words' ? part.text : '␀';
  });
}

/** The text of a link or image, without formatting. */
function linkText(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(linkText).join('') : '';
}

/** Credentials and bidi controls could disguise where a link leads. */
function isSafe(url: string): boolean {
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(url) || BIDI.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}
