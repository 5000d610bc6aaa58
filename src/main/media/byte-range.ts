import type { ByteRange } from './ports.ts';

/**
 * The bytes that a Range header asks for (RFC 9110, section 14) of a file of `size`; undefined: the whole file, also for
 * what is malformed or asks for several ranges.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (found === null) return undefined;
  const [, first = '', last = ''] = found;
  if (first === '') {
    if (last === '') return undefined;
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(last === '' ? size - 1 : Number(last), size - 1) };
}
