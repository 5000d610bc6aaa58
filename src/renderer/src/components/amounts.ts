import { fileSize } from '#shared/domain/file-size.ts';
import { i18n, locale, ofLocale } from '#renderer/language/i18n.ts';

const numberFormat = (options: Intl.NumberFormatOptions) => {
  const format = ofLocale((at) => new Intl.NumberFormat(at, options));
  return (amount: number): string => format().format(amount);
};
const lists = ofLocale((at) => new Intl.ListFormat(at, { type: 'conjunction' }));
const choices = ofLocale((at) => new Intl.ListFormat(at, { type: 'disjunction' }));

/** A formatted number: 3,600. */
export const formatNumber = numberFormat({});

/** A fraction as a percentage: 0.5 is 50%. */
export const formatPercent = numberFormat({ style: 'percent', maximumFractionDigits: 0 });

/** A capped number for small badges: 99+. */
export function formatCount(amount: number): string {
  return amount > 99 ? `${formatNumber(99)}+` : formatNumber(amount);
}

/** A number with fixed decimals: 4.0. */
export function formatDecimal(amount: number, digits: number): string {
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** A list in a sentence: A, B and C. */
export function formatList(things: readonly string[]): string {
  return lists().format(things);
}

/** The same in parts, for items that are elements: each item by its index, between its separators: and, or or. */
export function listParts(
  count: number,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): readonly (number | string)[] {
  return (type === 'conjunction' ? lists : choices)()
    .formatToParts(Array.from({ length: count }, (_, index) => String(index)))
    .map((part) => (part.type === 'element' ? Number(part.value) : part.value));
}

/** Whole milliseconds: 120 ms. */
export function formatMilliseconds(milliseconds: number): string {
  return i18n.t('common:milliseconds', { amount: Math.round(milliseconds) });
}

/** Milliseconds shown in seconds: 2.9 s. */
export function formatSeconds(milliseconds: number): string {
  return i18n.t('common:seconds', { amount: formatDecimal(milliseconds / 1000, 1) });
}

/** "1.4 MB" */
export function formatBytes(bytes: number): string {
  return fileSize(bytes, locale());
}
