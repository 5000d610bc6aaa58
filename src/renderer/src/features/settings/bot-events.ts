import { z } from 'zod';
import { botEvents } from '#shared/words/en/bot-events.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('botEvents', botEvents);

/** Bot events in plain words; keys are the names that the interface gives them. */
export const botEventWords: Readonly<Record<string, string>> = {
  CLIENT_MESSAGE: say('CLIENT_MESSAGE'),
  AGENT_UNAVAILABLE: say('AGENT_UNAVAILABLE'),
  CHAT_CLOSED: say('CHAT_CLOSED'),
  CLIENT_RATED: say('CLIENT_RATED'),
  BOT_MESSAGE: say('BOT_MESSAGE'),
  INVITE_AGENT: say('INVITE_AGENT'),
  CLIENT_INFO: say('CLIENT_INFO'),
  INIT_RATE: say('INIT_RATE'),
  unknown: say('unknown'),
};

const named = z.object({ event: z.string() });
const worded = z.object({ message: z.object({ text: z.string().optional(), title: z.string().optional() }) });

/** An event as it came, in a line: what it is, and the words it brings. */
export function eventInWords(body: string): { readonly what: string; readonly words: string | undefined } {
  const event = parsed(body);
  // Long events come cut.
  if (event === undefined) return { what: say('unreadable'), words: undefined };
  const name = named.safeParse(event).data?.event ?? 'unknown';
  const message = worded.safeParse(event).data?.message;
  return { what: botEventWords[name] ?? name, words: message?.text ?? message?.title };
}

/** JSON with a field a line; what is not JSON stays as it came. */
export function spreadJson(body: string): string {
  const value = parsed(body);
  return value === undefined ? body : JSON.stringify(value, undefined, 2);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
