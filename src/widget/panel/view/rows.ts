import type { SiteMessage } from '#shared/site/frames.ts';

/** Milliseconds between messages of one writer that stand together. */
const TOGETHER = 5 * 60 * 1000;

/** What stands in the log, from top to bottom. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'new'; readonly key: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: SiteMessage;
      /** of those that stand together */
      readonly isFirst: boolean;
      readonly isLast: boolean;
    };

/** Messages with their days; `firstNew`: the message above which the divider stands. */
export function rowsOf(messages: readonly SiteMessage[], firstNew: string | undefined): readonly Row[] {
  return messages.flatMap((message, index): Row[] => {
    const [before, after] = [messages[index - 1], messages[index + 1]];
    const isNew = message.id === firstNew;
    return [
      ...(before !== undefined && isSameDay(before.at, message.at)
        ? []
        : [{ kind: 'day' as const, key: `day ${message.id}`, at: message.at }]),
      ...(isNew ? [{ kind: 'new' as const, key: 'new' }] : []),
      {
        kind: 'message',
        key: message.id,
        message,
        isFirst: isNew || before === undefined || !standTogether(before, message),
        isLast: after === undefined || after.id === firstNew || !standTogether(message, after),
      },
    ];
  });
}

function standTogether(one: SiteMessage, next: SiteMessage): boolean {
  return one.from === next.from && one.name === next.name && next.at - one.at < TOGETHER && isSameDay(one.at, next.at);
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** A day as people say it: today and yesterday by their names. */
export function dayName(
  at: number,
  names: { readonly today: string; readonly yesterday: string },
  locale: string,
  now = new Date(),
): string {
  if (isSameDay(at, now.getTime())) return names.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSameDay(at, yesterday.getTime())) return names.yesterday;
  const isThisYear = new Date(at).getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at);
}
