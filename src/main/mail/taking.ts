import type { Logger } from 'pino';
import type { SettledClock } from '#main/clock/settled-clock.ts';
import type { Journal } from '#main/journal/journal.ts';
import { safeFileName } from '#main/media/file-name.ts';
import { hostedMessage } from '#main/media/outgoing/hosted-message.ts';
import { MediaProblem, type MediaStore } from '#main/media/ports.ts';
import type { AutomaticMessage } from '#main/store/messages/automatic-messages.ts';
import type { Perform } from '#main/store/commands.ts';
import type { Store } from '#main/store/store.ts';
import type { TakenMail } from '#main/store/mail/incoming.ts';
import type { MailSettings } from '#shared/domain/mail.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { noteMail } from './noting.ts';
import type { ReadMail } from './reading/read-mail.ts';
import type { FetchedMail } from './server/mailbox.ts';

export interface MailTakingOptions {
  readonly store: Pick<Store, 'read'>;
  readonly perform: Perform;
  readonly media: Pick<MediaStore, 'add'>;
  readonly journal: Pick<Journal, 'add'>;
  readonly clock: Pick<SettledClock, 'wall'>;
  readonly log: Pick<Logger, 'warn'>;
  /** bytes of a file */
  readonly largest: () => number;
  /** milliseconds for which a file can be fetched */
  readonly hostedFor: () => number;
  /** the listener's public address, without a slash at the end */
  readonly publicUrl: () => string;
  /** a channel's away message for somebody who writes now */
  readonly automaticFor: (channelId: string) => Promise<AutomaticMessage | undefined>;
}

type Notes = NonNullable<TakenMail['notes']>;

/** Takes what arrived in a mailbox: it is on disk when this resolves. Rejects if that is impossible at the moment. */
export async function takeMail(
  { kind, source, position }: FetchedMail,
  { channelId, settings }: { readonly channelId: string; readonly settings: MailSettings },
  options: MailTakingOptions,
  signal: AbortSignal,
): Promise<void> {
  const { perform, log } = options;
  // Loaded on demand: many installations have no mailbox.
  const { readMail } = await import('./reading/read-mail.ts');
  const mail = await readMail(source, { address: settings.address });
  const { messageId, from, automatic, bounce, subject } = mail;
  const domain = settings.address.slice(settings.address.lastIndexOf('@') + 1);
  // Without an id it is known by its place; without a sender there is nobody to answer.
  const id = messageId ?? (position && `${position.uid}.${position.validity}@none`);
  if (id === undefined || (from === undefined && bounce === undefined)) {
    if (position !== undefined) await perform['mails.readUpTo']({ channelId, position });
    log.warn({ channelId, kind }, 'a mail that says neither what it is nor whose was left out');
    const entry = { at: options.clock.wall(), direction: 'in', channelId, size: source.byteLength, took: 0 } as const;
    return noteMail(
      options.journal,
      { ...entry, outcome: 'refused', notes: [phrase('errors:calls.mail.unreadable')] },
      settings.address,
    );
  }
  const answers = [...mail.answers, ...mail.tags.map((tag) => `${tag}@${domain}`)];
  // Of what is not for the shop, nothing is kept, its files neither.
  if (!settings.becomesChat && bounce === undefined) {
    const thread = await options.store.read('findMailThread', { channelId, answers });
    if (thread === undefined) {
      if (position !== undefined) await perform['mails.readUpTo']({ channelId, position });
      return;
    }
  }
  const { parts, notes } = await partsOf(mail, options, signal);
  if (kind !== 'whole') notes.push(kind === 'tooLarge' ? 'tooLarge' : 'damaged');
  const taken = await perform['mails.take']({
    channelId,
    position,
    messageId: id,
    answers,
    from: from ?? { address: '' },
    subject,
    whole: mail.rest,
    automatic: from?.address === settings.address.toLowerCase() ? 'list' : automatic,
    bounce: bounce?.of === undefined ? undefined : { of: bounce.of, error: errorOf(bounce) },
    becomesChat: settings.becomesChat,
    parts,
    notes: notes.length === 0 ? undefined : notes,
    away: await options.automaticFor(channelId),
  });
  if (taken.outcome !== 'stored' && automatic === undefined) return;
  noteMail(
    options.journal,
    {
      ...{
        at: options.clock.wall(),
        direction: 'in',
        channelId,
        size: source.byteLength,
        took: 0,
        outcome: 'accepted',
      },
      notes: automatic === undefined ? [] : [phrase(`errors:calls.mail.${automatic}`)],
      ...('chatId' in taken && { chatId: taken.chatId, messageId: taken.messageIds[0] }),
    },
    from?.address ?? '',
  );
}

function errorOf({ reason, status }: NonNullable<ReadMail['bounce']>) {
  return { kind: 'refused', message: reason, ...(status !== undefined && { code: status }) } as const;
}

/** A mail as messages: its text, and one for each file. */
async function partsOf(
  { text, subject = '', attachments, notes: known, automatic }: ReadMail,
  { media, clock, largest, hostedFor, publicUrl }: MailTakingOptions,
  signal: AbortSignal,
) {
  const notes: Notes[number][] = [...known];
  const files: TakenMail['parts'][number][] = [];
  for (const { name, mediaType, content } of automatic === undefined ? attachments : []) {
    try {
      const stored = await media.add(once(content), { largest: largest(), purpose: 'unsent', signal });
      const file = { fileName: safeFileName(name, mediaType), expiresAt: clock.wall() + hostedFor() };
      files.push({ texts: [undefined], ...hostedMessage(stored, { ...file, isVoice: false, publicUrl: publicUrl() }) });
    } catch (error) {
      if (!(error instanceof MediaProblem) || error.reason === 'no_space') throw error;
      const note = error.reason === 'too_large' ? 'tooLarge' : 'damaged';
      if (!notes.includes(note)) notes.push(note);
    }
  }
  const hasText = text.trim() !== '' || files.length === 0 || notes.length > 0;
  const words: TakenMail['parts'] = hasText
    ? [{ type: 'text', texts: cutText(text.trim() === '' ? subject : text), fields: {} }]
    : [];
  return { parts: [...words, ...files], notes };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
