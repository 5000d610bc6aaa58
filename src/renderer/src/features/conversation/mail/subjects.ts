import type { Message } from '#shared/domain/message.ts';

type Mailed = Pick<Message, 'id' | 'chatId' | 'mail'>;

/** The subject of the newest mail that has one. */
export function newestSubject(messages: readonly Mailed[]): string | undefined {
  return messages.findLast(({ mail }) => mail?.subject !== undefined)?.mail?.subject;
}

/**
 * By message: the subject of a mail that does not go on with that before. The newest of the last chat stands above the
 * conversation, and is not said again.
 */
export function changedSubjects(messages: readonly Mailed[]): ReadonlyMap<string, string> {
  const changed = new Map<string, string>();
  const above = messages.at(-1)?.chatId;
  const before = new Map([[above, bare(newestSubject(messages.filter(({ chatId }) => chatId === above)))]]);
  for (const { id, chatId, mail } of messages) {
    if (mail?.subject === undefined) continue;
    const subject = bare(mail.subject);
    if (subject !== before.get(chatId)) changed.set(id, mail.subject);
    before.set(chatId, subject);
  }
  return changed;
}

const MARKS = /^(?:\s*(?:re|fwd?|aw|wg|antw|sv|vs|rv|enc|tr|rif|odp|отв|пересл)(?:\[\d+\])?\s*[:：])+/iu;

/** Without what mail programs put before it: "Re: Fwd: Lamp" goes on with "Lamp". */
function bare(subject = ''): string {
  return subject.replace(MARKS, '').trim().toLowerCase();
}
