/** Bytes in which the headers of a mail's text are looked for. */
const SEARCHED = 262_144;

const FLOWED =
  /^(content-type:[ \t]*text\/plain(?:[^\r\n]|\r?\n[ \t]){0,500}?format="?)flowed("?(?:[^\r\n]|\r?\n[ \t]){0,200})/gim;

/**
 * Lets a parser leave format=flowed alone: where a quoted line ends with a space, it would take what was written below
 * as quoted. `flowed`: how the texts are flowed.
 */
export function withFixedText(source: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly flowed: 'flowed' | 'delsp' | undefined;
} {
  const start = Buffer.from(source.subarray(0, SEARCHED)).toString('latin1');
  const found = Array.from(start.matchAll(FLOWED));
  if (found.length === 0) return { bytes: source, flowed: undefined };
  const bytes = Buffer.from(source);
  for (const { 1: before = '', index } of found) bytes.write('fixed ', index + before.length, 'latin1');
  const hasDelSp = found.some(([header]) => /delsp="?yes/i.test(header));
  return { bytes, flowed: hasDelSp ? 'delsp' : 'flowed' };
}

/** Joins the lines of a format=flowed text (RFC 3676, 4). Lines of different quote depths are never one. */
export function flowedText(text: string, kind: 'flowed' | 'delsp'): string {
  const result: string[] = [];
  let open: { readonly quotes: string; readonly parts: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(line)?.[0] ?? '';
    const content = line.slice(quotes.length).replace(/^ /, '');
    const isSoft = content.endsWith(' ') && content !== '-- ';
    const part = isSoft && kind === 'delsp' ? content.slice(0, -1) : content;
    if (open !== undefined && open.quotes === quotes && content !== '-- ') open.parts.push(part);
    else {
      if (open !== undefined) result.push(written(open));
      open = { quotes, parts: [part] };
    }
    if (isSoft) continue;
    result.push(written(open));
    open = undefined;
  }
  if (open !== undefined) result.push(written(open));
  return result.join('\n');
}

function written({ quotes, parts }: { readonly quotes: string; readonly parts: readonly string[] }): string {
  return (quotes === '' ? '' : `${quotes} `) + parts.join('');
}
