import { z } from 'zod';

/** Bot events in plain words; keys are the names that the interface gives them. */
export const botEventWords: Readonly<Record<string, string>> = {
  CLIENT_MESSAGE: 'Customer’s message to the bot',
  AGENT_UNAVAILABLE: 'Told the bot that nobody is online',
  CHAT_CLOSED: 'Told the bot that the chat is closed',
  CLIENT_RATED: 'Told the bot the customer’s rating',
  BOT_MESSAGE: 'Message from the bot',
  INVITE_AGENT: 'Bot asked for a person',
  CLIENT_INFO: 'Contact data from the bot',
  INIT_RATE: 'Bot asked for a rating',
  unknown: 'Something the bot may not send',
};

/** Long events come cut. */
const UNREADABLE = 'An event too long to show whole, or not JSON';

const named = z.object({ event: z.string() });
const worded = z.object({ message: z.object({ text: z.string().optional(), title: z.string().optional() }) });

/** An event as it came, in a line: what it is, and the words it brings. */
export function eventInWords(body: string): { readonly what: string; readonly words: string | undefined } {
  const event = parsed(body);
  if (event === undefined) return { what: UNREADABLE, words: undefined };
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
