import {
  ADDRESS,
  DATE,
  DATED,
  HEADER_LABELS,
  MARKED,
  ORIGINAL,
  ABOVE_LINE,
  SENT_BY,
  TIME,
  WROTE,
} from './reply-words.ts';

/** Longer lines introduce nothing, so no pattern is tried on them. */
const MAX_LINE = 300;

const SIGNATURE_LINES = 20;

/** Before each line of what HTML says is a signature; an invisible separator, which is taken away. */
export const SIGNED = '\u2063';

type Line = 'own' | 'quoted' | 'introduction';

/**
 * What was newly written in a plain-text mail: without what it answers, and without its signature. An answer between
 * quoted lines keeps them. In doubt it is more, and '' if everything seems to be quoted.
 *
 * `kind`: what the mail's header says that it is. Nothing is taken from a mail that was forwarded, and of a new one
 * only its signature.
 */
export function newText(text: string, kind: 'new' | 'reply' | 'forward'): string {
  const lines = text.split('\n');
  if (kind === 'forward') return trimmed(lines);
  if (kind === 'new') return trimmed(withoutSignature(lines));
  const { kinds, end } = classified(lines);
  const quoted = lines.slice(0, end).filter((_, at) => kinds[at] === 'quoted');
  // Two lines that nothing introduces are as likely ">50 pieces".
  const isQuoting = quoted.length > 2 || kinds.includes('introduction') || quoted.some((line) => introduces(line));
  if (!isQuoting) kinds.fill('own', 0, end);
  const blocks: { readonly own: boolean; readonly lines: readonly string[] }[] = [];
  for (let from = 0, to = 0; from < end; from = to) {
    const own = kinds[from] === 'own';
    for (to = from; to < end && (kinds[to] === 'own') === own;) to += 1;
    const block = lines.slice(from, to);
    blocks.push({
      own,
      lines: own ? withoutSignature(block) : block.filter((_, index) => kinds[from + index] === 'quoted'),
    });
  }
  const isWritten = (block: (typeof blocks)[number]): boolean => block.own && trimmed(block.lines) !== '';
  const written = blocks.filter(isWritten);
  if (written.length > 1)
    return trimmed(blocks.slice(0, blocks.findLastIndex(isWritten) + 1).flatMap((block) => block.lines));
  const answer = trimmed(written[0]?.lines ?? []);
  // Answers to what follows without a mark are among it.
  return end < lines.length && answer.length < MAX_LINE && MARKED.test(answer) ? trimmed(lines) : answer;
}

/** What each line is, up to where the unmarked text of others begins. */
function classified(lines: readonly string[]): { readonly kinds: Line[]; readonly end: number } {
  const kinds = lines.map((line): Line => (isQuoted(line) ? 'quoted' : 'own'));
  for (let at = 0; at < lines.length; at += 1) {
    const found = kinds[at] === 'own' ? introduction(lines, kinds, at) : undefined;
    if (found === undefined) continue;
    let next = found.to + 1;
    while (next < lines.length && lines[next]?.trim() === '') next += 1;
    if (kinds[next] === 'quoted') kinds.fill('introduction', found.from, next);
    else if (found.certain) return { kinds, end: found.from };
  }
  return { kinds, end: lines.length };
}

interface Introduction {
  readonly from: number;
  readonly to: number;
  /** also of text that is not marked as quoted */
  readonly certain: boolean;
}

/** The lines that introduce what is answered, if they are found at this one. */
function introduction(lines: readonly string[], kinds: readonly Line[], at: number): Introduction | undefined {
  const line = lines[at] ?? '';
  if (line.length > MAX_LINE) return undefined;
  if (ORIGINAL.test(line) || ABOVE_LINE.test(line)) {
    const headers = headerBlock(lines, nextWritten(lines, at + 1));
    return { from: at, to: headers ?? at, certain: true };
  }
  const to = headerBlock(lines, at);
  // "-------- Oprindelig besked --------", in any language
  const isTitled =
    to !== undefined && /^\s*[-_=]{4,40}.{2,60}[-_=]{4,40}\s*$/.test(lines[at - 1]?.slice(0, MAX_LINE) ?? '');
  if (to !== undefined) return { from: isTitled ? at - 1 : at, to, certain: true };
  return attribution(lines, kinds, at);
}

function nextWritten(lines: readonly string[], from: number): number {
  const last = Math.min(from + 3, lines.length);
  for (let at = from; at < last; at += 1) if (lines[at]?.trim() !== '') return at;
  return from;
}

/** The last line of a block like "From: … Sent: … Subject: …" that begins at this line. */
function headerBlock(lines: readonly string[], from: number): number | undefined {
  const first = headerLabel(lines[from]);
  if (first !== 'from' && first !== 'sent') return undefined;
  const labels = new Set<string>([first]);
  let last = from;
  for (let at = from + 1; at < from + 12 && lines[at] !== undefined && lines[at]?.trim() !== ''; at += 1) {
    const label = headerLabel(lines[at]);
    if (label === undefined) continue;
    labels.add(label);
    last = at;
  }
  const isMail = labels.has('subject') || ADDRESS.test(lines[from]?.slice(0, MAX_LINE) ?? '');
  return labels.size >= 3 && isMail ? last : undefined;
}

function headerLabel(line: string | undefined): string | undefined {
  const label = /^[\s*]{0,8}(\p{L}[\p{L} .]{0,24}?)[\s*]{0,8}[:：]/u.exec(line?.slice(0, 60) ?? '')?.[1];
  return label === undefined ? undefined : HEADER_LABELS.get(label.toLowerCase());
}

/** "On … wrote:" that ends at this line and may begin up to three lines before. */
function attribution(lines: readonly string[], kinds: readonly Line[], to: number): Introduction | undefined {
  if (!/(?:[:：>][\s-]*|wrote\s*-+\s*)$/.test(lines[to]?.slice(-40) ?? '')) return undefined;
  const textFrom = (from: number): string => lines.slice(from, to + 1).join(' ');
  let found: number | undefined;
  for (let at = to; at > to - 4; at -= 1) {
    const [line = '', next = ''] = lines.slice(at, at + 2);
    if (kinds[at] !== 'own' || (at < to && !goesOn(line, next))) break;
    // The shortest that is one may lack its beginning.
    if (found === undefined ? introduces(textFrom(at)) : DATE.test(line) || TIME.test(line)) found = at;
  }
  if (found === undefined) return undefined;
  const text = textFrom(found);
  return { from: found, to, certain: [DATE, TIME, WROTE, ADDRESS].every((part) => part.test(text)) };
}

/** A line was ended for its width, as with the next word it would have been long, or after "On" and the time. */
function goesOn(line: string, next: string): boolean {
  const [word = ''] = next.trimStart().slice(0, 100).split(' ', 1);
  if (line.length > MAX_LINE || line.trim() === '' || /[.!?]$/.test(line)) return false;
  return line.length + word.length >= 45 || (DATED.test(line) && DATE.test(line) && TIME.test(line));
}

function introduces(long: string): boolean {
  const text = long.slice(0, 4 * MAX_LINE);
  const [dated, wrote, addressed] = [DATE.test(text) || TIME.test(text), WROTE.test(text), ADDRESS.test(text)];
  return (dated && wrote) || (dated && addressed) || (wrote && addressed);
}

function isQuoted(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

/** The lines without a signature at their end, and without where they were sent from. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const isBlank = (line: string): boolean => line.trim() === '' || line.startsWith(SIGNED);
  const end = lines.findLastIndex((line) => !isBlank(line)) + 1;
  const begin = lines.findIndex(
    (_, at) => at < end && at >= end - SIGNATURE_LINES && isSignature(lines.slice(at, end)),
  );
  const written = lines.slice(0, begin < 0 ? end : begin);
  const last = written.findLastIndex((line) => !isBlank(line));
  const line = written[last]?.trim() ?? '';
  const kept = line.length < 120 && SENT_BY.test(line) ? written.slice(0, last) : written;
  return kept.length < lines.length ? [...kept, ''] : lines;
}

/** What is after "-- ", also if the space was lost, and the footer of a mailing list. */
function isSignature([first = '', ...more]: readonly string[]): boolean {
  if (first === '-- ') return true;
  if (first === '--') return more.length <= 6 && more.every((line) => !/[.?!]\s*$/.test(line.slice(-5)));
  return (
    /^_{30,100}$/.test(first) &&
    more.some((line) => /mailing list|listinfo|mailman|@lists?\./i.test(line.slice(0, MAX_LINE)))
  );
}

/** The lines as a text, without blank ones and rules around it, and with one blank line for several. */
function trimmed(lines: readonly string[]): string {
  const isEmpty = (line: string): boolean => /^[\s_]*$/.test(line) || /^\s*[-=*]{5,}\s*$/.test(line);
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => !isEmpty(line));
  return first < 0
    ? ''
    : lines
        .slice(first, last + 1)
        .map((line) => line.trimEnd())
        .join('\n')
        .replaceAll(SIGNED, '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim();
}
