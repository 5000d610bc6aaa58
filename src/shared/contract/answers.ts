import { eventToEnglish, toEnglish } from '#shared/locales/english.ts';
import { mailSettings, type MailSettings } from '#shared/domain/mail.ts';
import type { Message } from '#shared/domain/message.ts';
import type { ContractError, ContractErrorShape } from './errors.ts';

/** A refusal, as windows and programs receive it. */
export function failedAnswer({
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
      message: toEnglish(reason),
      ...(issues !== undefined && {
        issues: issues.map((issue) => ({ ...issue, message: toEnglish(issue.reason) })),
      }),
    },
  };
}

/** A message as windows and programs receive it; system lines carry their English text too. */
export function toClientMessage(message: Message): Message {
  if (message.from !== 'system' || message.event === undefined) return message;
  return { ...message, text: eventToEnglish(message.event, undefined) };
}

/** A channel or bot as operators see it: neither its address nor its token, nor the servers of a mailbox. */
export function forOperators<T extends { readonly endpoint: string | null }>(record: T): T {
  return {
    ...record,
    ...(record.endpoint !== null && { endpoint: '' }),
    ...('maskedToken' in record && { maskedToken: '' }),
    ...('email' in record && { email: withoutServers(record.email as MailSettings | undefined) }),
  };
}

function withoutServers(settings: MailSettings | undefined): MailSettings | undefined {
  const { imap, smtp } = mailSettings.parse({});
  return settings && { ...settings, imap, smtp };
}
