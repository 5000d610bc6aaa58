import type { Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { safeLink } from './links.ts';
import { isFormattable } from './markdown-bounds.ts';
import { textParts } from './text-parts.ts';
import { showDirections, showUnseen } from './visible-text.ts';

/** Formatted text without HTML: words, or an element of it. Links are http(s), mailto or tel; `h`: a heading. */
export type Formatted =
  | string
  | {
      readonly tag: 'p' | 'h' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'b' | 'i' | 's' | 'code' | 'br' | 'a';
      readonly of?: readonly Formatted[];
      /** of a link, and the first number of a list */
      readonly href?: string;
      readonly start?: number;
    };

/** Deeper text is shown as it is. */
const MAX_DEPTH = 24;

/** HTML is text. */
const SYNTAX = { disable: { null: ['htmlFlow', 'htmlText'] } };

/** Plain text: its lines, and its links. */
export function plainBlocks(text: string): readonly Formatted[] {
  return [{ tag: 'p', of: lines(text) }];
}

/** A bot's Markdown without HTML and images; links lead only to the web, mail and phones. */
export function markdownBlocks(markdown: string): readonly Formatted[] {
  if (!isFormattable(markdown)) return plainBlocks(markdown);
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
      return [{ tag: node.type === 'code' ? 'pre' : 'code', of: [showUnseen(node.value)] }];
    case 'text':
      return lines(node.value);
    case 'break':
      return [BREAK];
    case 'link':
    case 'image': {
      const text = showDirections(linkText(node));
      const href = safeLink(node.url) ?? (PHONE.test(node.url) ? node.url : undefined);
      return href === undefined || text === '' ? [text] : [{ tag: 'a', href, of: [text] }];
    }
    default:
      return [];
  }
}

/** Codes with * and # do things on some phones. */
const PHONE = /^tel:\+?[\d().-]+$/i;

const BREAK: Formatted = { tag: 'br' };

function lines(text: string): readonly Formatted[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => [...(at === 0 ? [] : [BREAK]), ...linked(line)]);
}

function linked(line: string): readonly Formatted[] {
  return textParts(line).map((part) => {
    if (part.kind === 'link') return { tag: 'a', href: part.href, of: [part.text] };
    return part.kind === 'words' ? part.text : showUnseen(part.text);
  });
}

/** The text of a link or image, without formatting. */
function linkText(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(linkText).join('') : '';
}
