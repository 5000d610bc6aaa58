const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** The size of a file as people say it: `44 bytes`, `1.4 MB`. */
export function fileSize(bytes: number, locale: string): string {
  // What would be rounded to 1,000 is one of the next unit.
  const isNext = (step: number): boolean => bytes / 1000 ** step >= 999.5;
  const step = Math.max(
    0,
    UNITS.findIndex((_unit, at) => at === UNITS.length - 1 || !isNext(at)),
  );
  const amount = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // The short form of "byte" has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 9.95 && step > 0 ? 1 : 0,
  }).format(amount);
}
