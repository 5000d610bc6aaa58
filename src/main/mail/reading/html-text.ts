import { Parser } from 'htmlparser2';
import { SIGNED } from './new-text.ts';

/** Elements in each other: the parser takes longer the more there are. A browser shows 512. */
const MAX_DEPTH = 2000;
const MAX_HTML = 5_000_000;

/** Characters given to the parser at once. Between two pieces it is looked whether that is enough. */
const PIECE = 4096;

/** Characters of a line, which is cut after them. */
const MAX_LINE = 65_536;
const MAX_HREF = 500;

/** Elements whose content is not shown. */
const UNSHOWN = new Set('script style title template object iframe svg math select textarea'.split(' '));
/** Elements with lines of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Elements with a blank line around them. */
const PARAGRAPHS = new Set('blockquote h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' '));

const HIDDEN = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const QUOTED =
  /^(?:x_)?(?:mail-editor-reference-message-container|ms-outlook-mobile-reference-message|yahoo_quoted\S*)$/;
const SIGNATURE =
  /^(?:(?:gmail|moz|protonmail)[_-]signature\S*|ms-outlook-mobile-signature|AppleMailSignature\S*|Signature)$/;
const REPLY_HEADER = /^(?:x_)?(?:divRplyFwdMsg|OutlookMessageHeader)$/;

interface Element {
  readonly block: boolean;
  readonly paragraph: boolean;
  readonly hidden: boolean;
  readonly quote: boolean;
  readonly signature: boolean;
  readonly pre: boolean;
  /** of a list's items */
  item: number | undefined;
  readonly link: { readonly href: string; readonly from: number; readonly line: number } | undefined;
}

/** The text of an HTML mail. */
export interface HtmlText {
  /** as plain-text mail is written: "> " before what is quoted, a line before an original; and `SIGNED` before a signature's lines */
  readonly text: string;
  /** Content-IDs of the pictures outside of quotes and signatures */
  readonly shown: ReadonlySet<string>;
  /** of all pictures */
  readonly pictures: ReadonlySet<string>;
  /** `text` is not all of it */
  readonly cut: boolean;
}

/** Reads HTML as text of about `limit` characters, by its structure. Nothing is loaded. */
export function htmlText(html: string, limit: number): HtmlText {
  const lines: string[] = [];
  const open: Element[] = [];
  const shown = new Set<string>();
  const pictures = new Set<string>();
  let line = '';
  /** the line ends with a space; asking it would copy it each time */
  let spaced = false;
  let length = 0;
  let [hidden, quotes, signatures, pre] = [0, 0, 0, 0];
  let answered = false;
  let blankDue = false;

  function endLine(): void {
    if (line === '') return;
    pushLine(line.replaceAll('\u00A0', ' '));
    line = '';
  }
  function pushLine(text: string): void {
    const prefix = quotes > 0 ? '> ' : signatures > 0 ? SIGNED : '';
    const last = lines.at(-1) ?? '';
    if (blankDue && !/^>? *$/.test(last)) lines.push(last.startsWith('>') && quotes > 0 ? '>' : '');
    blankDue = false;
    const written = text === '-- ' ? prefix + text : (prefix + text).trimEnd();
    lines.push(written);
    length += written.length + 1;
  }
  function add(text: string): void {
    if (hidden > 0) return;
    if (pre > 0) {
      const [first = '', ...more] = text.split('\n');
      line += first;
      for (const next of more) {
        pushLine(line);
        line = next;
      }
    } else {
      const flat = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
      line += (line === '' || spaced) && flat.startsWith(' ') ? flat.slice(1) : flat;
      spaced = flat.endsWith(' ');
    }
    if (line.length > MAX_LINE) endLine();
  }
  function breakBlock({ block, paragraph }: Pick<Element, 'block' | 'paragraph'>): void {
    if (block) endLine();
    if (paragraph) blankDue = true;
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const element = elementOf(name, attributes, { from: line.length, line: lines.length });
      breakBlock(element);
      open.push(element);
      if (element.hidden) hidden += 1;
      if (element.quote) quotes += 1;
      if (element.pre) pre += 1;
      if (hidden > 0) return;
      if (element.signature) {
        endLine();
        signatures += 1;
      }
      if (isReplyHeader(attributes) && quotes === 0) {
        pushLine('-----Original Message-----');
        answered = true;
      }
      if (name === 'br') {
        if (line === '') pushLine('');
        else endLine();
      } else if (name === 'li') {
        const list = open.findLast(({ item }) => item !== undefined);
        line += list?.item === undefined || list.item < 0 ? '- ' : `${list.item}. `;
        if (list?.item !== undefined) list.item += 1;
      } else if ((name === 'td' || name === 'th') && line !== '') add(' ');
      else if (name === 'img') {
        const id = /^cid:(.{1,500})$/i.exec(attributes['src'] ?? '')?.[1];
        if (id !== undefined) pictures.add(id);
        if (id !== undefined && quotes + signatures === 0 && !answered) shown.add(id);
        // Emoji are sent as pictures, too.
        const { alt = '' } = attributes;
        if (alt.length <= 16 && /\p{Extended_Pictographic}/u.test(alt)) add(alt);
      }
    },
    onclosetag() {
      const element = open.pop();
      if (element === undefined) return;
      if (element.link?.line === lines.length) line = withAddress(line, element.link);
      breakBlock(element);
      if (element.signature && hidden === 0) signatures -= 1;
      if (element.hidden) hidden -= 1;
      if (element.quote) quotes -= 1;
      if (element.pre) pre -= 1;
    },
    ontext: add,
  });
  let at = 0;
  const isEnough = (): boolean => at >= MAX_HTML || length + line.length > limit || open.length > MAX_DEPTH;
  for (; at < html.length && !isEnough(); at += PIECE) parser.write(html.slice(at, at + PIECE));
  parser.end();
  endLine();
  return { text: lines.join('\n'), shown, pictures, cut: at < html.length };
}

function elementOf(
  name: string,
  attributes: Readonly<Record<string, string>>,
  at: { readonly from: number; readonly line: number },
): Element {
  const { class: classes = '', id = '', style = '', href = '' } = attributes;
  const names = [id, ...classes.split(/\s+/, 20)];
  const isFlush = names.includes('MsoNormal') || /margin(?:-bottom)?\s*:\s*0/i.test(style);
  return {
    block: BLOCKS.has(name),
    paragraph: PARAGRAPHS.has(name) && !(name === 'p' && isFlush) && name !== 'table',
    hidden: UNSHOWN.has(name) || 'hidden' in attributes || HIDDEN.test(style),
    quote:
      (name === 'blockquote' && isCitation(attributes)) ||
      (name === 'div' && (names.some((word) => QUOTED.test(word)) || attributes['name'] === 'quote')),
    signature: names.some((word) => SIGNATURE.test(word)),
    pre: name === 'pre' || /white-space\s*:\s*(?:pre|break-spaces)/i.test(style),
    item: name === 'ol' ? 1 : name === 'ul' ? -Infinity : undefined,
    link: name === 'a' && /^(?:https?:|mailto:|tel:)/i.test(href) ? { href, ...at } : undefined,
  };
}

/** Editors indent by <blockquote>, too, and say so by a style without a border. */
function isCitation({ type, cite, class: classes = '', style = '' }: Readonly<Record<string, string>>): boolean {
  if (type === 'cite' || cite !== undefined || /quote|cite|reply/i.test(classes)) return true;
  return style === '' || (/border/i.test(style) && !/border\s*:\s*(?:none|0)/i.test(style));
}

function isReplyHeader({ class: classes = '', id = '' }: Readonly<Record<string, string>>): boolean {
  return REPLY_HEADER.test(id) || classes.split(/\s+/, 20).some((word) => REPLY_HEADER.test(word));
}

/** The line with the address of the link that it ends with, unless that is its text. */
function withAddress(line: string, { href, from }: { readonly href: string; readonly from: number }): string {
  const text = line.slice(from).trim();
  const isSame = plainAddress(text) === plainAddress(href) || href.length > MAX_HREF || text === '';
  const address = ` <${href.replace(/^(?:mailto|tel):/i, '')}>`;
  return isSame ? line : line.trimEnd() + address + (line.endsWith(' ') ? ' ' : '');
}

function plainAddress(address: string): string {
  const bare = address.replace(/^(?:https?:\/\/|mailto:|tel:)(?:www\.)?|^www\./i, '').toLowerCase();
  return bare.replace(/\/$/, '').replaceAll(/\s/g, '');
}
