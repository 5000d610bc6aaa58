import { i18n } from '#renderer/language/i18n.ts';
import { z } from 'zod';

const EVENTS = [
  'CLIENT_MESSAGE',
  'AGENT_UNAVAILABLE',
  'CHAT_CLOSED',
  'CLIENT_RATED',
  'BOT_MESSAGE',
  'INVITE_AGENT',
  'CLIENT_INFO',
  'INIT_RATE',
  'unknown',
] as const;

/** A bot event in plain words; unknown ones by their name on the wire. */
export function botEventName(name: string): string {
  const known = EVENTS.find((each) => each === name);
  return known === undefined ? name : i18n.t(`channels:botEvents.${known}`);
}

const named = z.object({ event: z.string() });
const withText = z.object({ message: z.object({ text: z.string().optional(), title: z.string().optional() }) });

/** A received event in a line: its kind, and its text. */
export function describeEvent(body: string): { readonly what: string; readonly words: string | undefined } {
  const event = tryParse(body);
  // Long events arrive truncated.
  if (event === undefined) return { what: i18n.t('channels:botEvents.unreadable'), words: undefined };
  const name = named.safeParse(event).data?.event ?? 'unknown';
  const message = withText.safeParse(event).data?.message;
  return { what: botEventName(name), words: message?.text ?? message?.title };
}

function tryParse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
