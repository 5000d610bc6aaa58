import type { BotTest } from '#shared/contract/bots.ts';
import type { Bot, DeliveryError } from '#shared/domain/entities.ts';

/** What "Send a test message" says. */
export const botTestWords = {
  title: 'Send a test message',
  lead: 'Sends a customer’s message of a chat that does not exist, and waits a few seconds for what comes back. No customer sees any of it.',
  text: 'Message',
  usual: 'Hello',
  send: 'Send test message',
  sending: 'Waiting for the provider…',
  answer: 'Its answer',
  emptyAnswer: 'An empty body, which is fine.',
  events: 'What came back',
  eventBody: (what: string) => `${what}, as it came`,
  whatItSent: 'As it came',
} as const;

const NOTHING_CAME =
  'Nothing came to the service address within a few seconds. Check that the provider posts its messages to the address above. In a real chat, the operators would get the customer after the time of silence.';

/** Why nothing came back; a test message is heard of a bot that is off, too. */
export const nothingCame: Record<Bot['state'], string> = {
  working: NOTHING_CAME,
  disabled: NOTHING_CAME,
  blocked: 'Nothing, because this bot reached its hourly limit: what its provider sends is refused with 429 until the hour is over.',
  token_conflict: 'Nothing, because another bot has the same token: what its provider sends is refused with 401.',
  token_lost: 'Nothing, because the token of this bot can no longer be read: what its provider sends is refused with 401.',
};

export interface Verdict {
  readonly tone: 'good' | 'urgent';
  /** what happened */
  readonly title: string;
  /** what to do; undefined where nothing is to be done */
  readonly advice: string | undefined;
}

/** Milliseconds as seconds: 0.4 s. */
export function secondsWords(milliseconds: number): string {
  return milliseconds < 100 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** What a provider did with a test message, in plain words, and what to do about it. */
export function verdictOf({ ok, status, took, error }: BotTest): Verdict {
  if (ok) return { tone: 'good', title: `The provider took it in ${secondsWords(took)}; 3 s are allowed.${status === undefined ? '' : ` Status ${status}.`}`, advice: undefined };
  const [title, advice] = failureWords(error ?? { kind: 'unreachable', status });
  return { tone: 'urgent', title, advice };
}

function failureWords(error: DeliveryError): readonly [title: string, advice: string] {
  switch (error.kind) {
    case 'unreachable':
      return ['Nobody answers at the provider address.', 'Check the address, and that the provider’s program is running and can be reached from this computer.'];
    case 'timeout':
      return ['No answer within 3 seconds.', 'The provider must answer at once with a status from 200 to 299, and post its messages afterwards.'];
    case 'tls':
      return ['The secure connection was refused.', 'The provider’s certificate may have run out, or be for another name. Ask the provider to renew it.'];
    case 'redirect':
      return ['The address answers with a redirect, and those are not followed.', 'Enter the address that it leads to.'];
    case 'status':
      return statusWords(error.status);
    case 'refused':
    case 'invalid_answer':
      return [`The provider answered with an error${error.message === undefined ? '' : `: ${error.message}`}.`, 'Ask the provider what it means.'];
    case 'not_sent':
      return ['It was not sent.', 'Check the provider address: plain http:// needs “Allow plain HTTP” on.'];
    case 'interrupted':
      return ['Counterbell was stopped in the middle.', 'Send it again.'];
  }
}

function statusWords(status: number | undefined): readonly [title: string, advice: string] {
  const said = status === undefined ? '' : ` (status ${status})`;
  if (status === 401 || status === 403) return [`The provider does not accept the token${said}.`, 'Compare the token on both sides; it has to be the same.'];
  if (status === 404) return [`The provider does not know this address${said}.`, 'Compare the provider address; the token is added at its end.'];
  if (status === 405) return [`The provider does not take messages at this address${said}.`, 'Ask the provider for the address that takes events by POST.'];
  if (status === 429) return [`The provider says that this is too much at once${said}.`, 'Wait a little, and ask the provider for a higher limit.'];
  if (status !== undefined && status >= 500) return [`The provider has a fault of its own${said}.`, 'Tell the provider. In a real chat it would be asked twice more, then the operators would get the customer.'];
  return [`The provider did not take it${said}.`, 'Any status from 200 to 299 counts as taken; ask the provider why it answers otherwise.'];
}
