import type { HoursSpan } from '#shared/domain/working-hours.ts';

/** Hours and minutes as a time field has them: 09:00. */
export interface TypedSpan {
  readonly from: string;
  readonly to: string;
}

/** Minutes since midnight as a time field shows them; the end of the day is 00:00. */
export function typedTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export type ReadSpans = { readonly spans: HoursSpan[] } | { readonly problem: 'incomplete' | 'backwards' | 'crossing' };

/** The spans of a day as they were typed, in order; or what is wrong with them. */
export function readSpans(typed: readonly TypedSpan[]): ReadSpans {
  const spans: HoursSpan[] = [];
  for (const { from, to } of typed) {
    const [begin, end] = [minutesOf(from), minutesOf(to)];
    if (begin === undefined || end === undefined) return { problem: 'incomplete' };
    const until = end === 0 ? 1440 : end;
    if (begin >= until) return { problem: 'backwards' };
    spans.push({ from: begin, to: until });
  }
  spans.sort((a, b) => a.from - b.from);
  const isCrossing = spans.some(({ from }, at) => at > 0 && from < (spans[at - 1]?.to ?? 0));
  return isCrossing ? { problem: 'crossing' } : { spans };
}

/** What is offered as a further span: after the last one, or a working day. */
export function nextSpan(typed: readonly TypedSpan[]): TypedSpan {
  const last = minutesOf(typed.at(-1)?.to ?? '');
  if (last === undefined || last === 0 || last >= 1380) return { from: '09:00', to: '17:00' };
  return { from: typedTime(last + 60), to: typedTime(Math.min(last + 300, 1440)) };
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
