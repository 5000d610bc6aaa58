import { englishEventWords, englishWords } from '#shared/locales/english.ts';
import type { Message } from '#shared/domain/message.ts';
import type { ContractError, ContractErrorShape } from './errors.ts';

/** A refusal, as windows and programs receive it. */
export function refusal({
  code,
  reason,
  issues,
}: Pick<ContractError, 'code' | 'reason'> & Partial<Pick<ContractError, 'issues'>>): {
  readonly ok: false;
  readonly error: ContractErrorShape;
} {
  return {
    ok: false,
    error: {
      code,
      reason,
      message: englishWords(reason),
      ...(issues !== undefined && {
        issues: issues.map((issue) => ({ ...issue, message: englishWords(issue.reason) })),
      }),
    },
  };
}

/** A message as windows and programs receive it; system lines carry their English text too. */
export function toldMessage(message: Message): Message {
  if (message.from !== 'system' || message.event === undefined) return message;
  return { ...message, text: englishEventWords(message.event, undefined) };
}
