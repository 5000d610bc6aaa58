import { webLink } from './links.ts';
import { OVERRIDE_SIGNS } from './visible-text.ts';

/** A part of a person's text: plain text, a link, or invisible characters. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'unseen'; readonly text: string };

/** An address begins here, unless it is within a word: scripts without spaces, and prefixes of others, touch it. */
const SCHEME = /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}])https?:\/\//giu;

/** Scripts that put no space between words, or endings of words at foreign ones. */
const UNSPACED = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}`;

/** Characters not in addresses: spaces, quotes, brackets, full stops and pictures of every script but ASCII's. */
const END = new RegExp(
  [
    String.raw`[\p{White_Space}\p{Cc}\p{Cs}\p{Co}\p{Cn}<>"\x60\\]`,
    String.raw`(?![\u200c\u200d])\p{Cf}`,
    String.raw`(?![\0-\x7f’])[\p{Quotation_Mark}\p{Terminal_Punctuation}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{S}…—―¿¡\ufe0f\u20e3]`,
    // Other marks, and apostrophes, belong to it within words.
    String.raw`(?![\0-&(-\x7f])(?:\p{P}|')(?![\p{L}\p{N}_])`,
    // Letters of these scripts after ASCII are the sentence's.
    String.raw`(?<=[A-Za-z0-9])[${UNSPACED}]`,
    // Escaped: < > " ' and the space.
    String.raw`&(?:lt|gt|quot|apos|nbsp|#0*(?:3[249]|6[02]|160)|#x0*(?:2[027]|3[ce]|a0));`,
    // Another address.
    String.raw`[,;|]https?:\/\/`,
  ].join('|'),
  'giu',
);

const LABEL = new RegExp(`^[${UNSPACED}][\\p{L}\\p{M}\\p{N}-]*\\.[\\p{L}\\p{N}]`, 'u');
const LONGEST_LABEL = 64;

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const OPENING = new Set(Object.values(CLOSING));
const TRAILING = new Set(".,;:!?'|’\u200c\u200d");
/** Marks around words in messengers. */
const AROUND = new Set('*_~');
const ENTITY = /&#?\w{1,10};$/;

/** Splits a plain text for display. The parts' texts joined are the original. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  let read = 0;
  for (const { index } of text.matchAll(SCHEME)) {
    if (index < read) continue;
    const written = text.slice(index, addressEnd(text, index));
    const href = webLink(written);
    // What is in one that leads nowhere is none either: it could be the part that disguises.
    read = index + written.length;
    if (href === undefined) continue;
    parts.push(...plainParts(text.slice(done, index)), { kind: 'link', text: written, href });
    done = read;
  }
  return [...parts, ...plainParts(text.slice(done))];
}

/** Finds the end of the address that begins at `start`. */
function addressEnd(text: string, start: number): number {
  const path = text.indexOf('//', start) + 2;
  const host = /[^/?#'’]*/y;
  host.lastIndex = path;
  const hostEnd = path + (host.exec(text)?.[0].length ?? 0);
  let end = /['’]/.test(text.charAt(hostEnd)) ? hostEnd : text.length;
  END.lastIndex = path;
  for (let found = END.exec(text); found !== null; found = END.exec(text)) {
    // A label of a host may have letters of two scripts; after its last one, they are the sentence's.
    if (found.index < hostEnd && LABEL.test(text.slice(found.index, found.index + LONGEST_LABEL))) continue;
    end = Math.min(end, found.index);
    break;
  }
  return withoutTrailing(text, start, balancedEnd(text, path, end));
}

/** Brackets that were opened in the address and closed belong to it. */
function balancedEnd(text: string, start: number, end: number): number {
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (let at = start; at < end; at += 1) {
    const sign = text.charAt(at);
    if (OPENING.has(sign)) open.push({ sign, at });
    else if (sign in CLOSING && open.pop()?.sign !== CLOSING[sign]) return at;
  }
  return open[0]?.at ?? end;
}

function withoutTrailing(text: string, start: number, until: number): number {
  let end = until;
  for (;;) {
    const last = text.charAt(end - 1);
    const entity = last === ';' ? ENTITY.exec(text.slice(Math.max(start, end - 13), end)) : null;
    if (entity !== null) end -= entity[0].length;
    else if (TRAILING.has(last) || (AROUND.has(last) && text.charAt(start - 1) === last)) end -= 1;
    else return end;
  }
}

// They could disguise what is beside them.
const UNSEEN = new RegExp(`([\\0${OVERRIDE_SIGNS}]+)`);

function plainParts(text: string): readonly TextPart[] {
  return text
    .split(UNSEEN)
    .map((part, at): TextPart => ({ kind: at % 2 === 1 ? 'unseen' : 'words', text: part }))
    .filter((part) => part.text !== '');
}
