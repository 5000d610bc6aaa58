import type { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Clock } from '#main/clock/clock.ts';
import {
  CONNECT_LIMIT,
  connectSecurely,
  type LibraryError,
  type MailAccount,
  MailError,
  type MailProblem,
  type Security,
  tlsOptions,
  toMailError,
  withoutPassword,
} from './account.ts';

export interface OutgoingMail {
  /** without angle brackets */
  readonly messageId: string;
  /** what the sender is called; the address is the account's */
  readonly fromName?: string | undefined;
  readonly to: { readonly address: string; readonly name?: string | undefined };
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** Message-IDs of the mails before it in the conversation, the one that is answered last; without angle brackets */
  readonly references?: readonly string[] | undefined;
  /** written by no person (RFC 3834) */
  readonly automatic?: 'auto-generated' | 'auto-replied' | undefined;
  readonly attachments?: readonly OutgoingAttachment[] | undefined;
}

export interface OutgoingAttachment {
  readonly name: string;
  readonly mediaType: string;
  /** destroyed in any case */
  readonly content: Readable;
}

/**
 * What came of a mail. `refused`: the server will never take it; `later`: it was not sent, or the server asks to try
 * again; `unknown`: all of it was sent, but the server's answer was lost, so it may arrive. `reason`: the server's own
 * words, or the problem; `code`: of its answer.
 */
export type SendOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly kind: 'refused' | 'later' | 'unknown';
      readonly problem: MailProblem;
      readonly reason: string;
      readonly code?: number | undefined;
    };

interface SenderOptions {
  readonly account: Pick<MailAccount, 'address' | 'smtp'>;
  readonly clock: Pick<Clock, 'after'>;
  /** PEM of an additional trusted authority */
  readonly root?: string | undefined;
}

/**
 * Milliseconds to sign in, for a mail, and without a byte: RFC 5321, 4.5.3.2 lets servers think for minutes after its
 * end.
 */
const LIMITS = { signIn: 2 * CONNECT_LIMIT, mail: 15 * 60_000, silence: 5 * 60_000 } as const;
const MAX_REFERENCES = 50;
const MAX_SUBJECT = 500;

const ID = /^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u;
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()\\,;:"@\p{Cc}]+$/u;

/** Hands mails in, each on a connection of its own; does not try again by itself. */
export function createSender({ account, clock, root }: SenderOptions) {
  const { smtp } = account;
  const closed = new AbortController();

  /** Runs `work` on a connection that is signed in, and ends it; rejects at once when it fails or `signal` aborts. */
  const connected = async <T>(signal: AbortSignal, work: (connection: SMTPConnection) => Promise<T>): Promise<T> => {
    const { connection, failed, end } = await connectSecurely(smtp, (security) => open(security, signal));
    try {
      return await Promise.race([work(connection), failed]);
    } finally {
      end();
    }
  };
  const open = async (security: Security, signal: AbortSignal) => {
    // Loaded on demand: many installations have no mailbox.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    signal.throwIfAborted();
    const connection = new Connection({
      host: smtp.host,
      port: smtp.port,
      secure: security === 'implicit',
      requireTLS: security === 'startTls',
      ignoreTLS: security === 'none',
      tls: tlsOptions(root),
      // The name of the owner's computer is nobody's business.
      name: '[127.0.0.1]',
      connectionTimeout: CONNECT_LIMIT,
      greetingTimeout: CONNECT_LIMIT,
      dnsTimeout: CONNECT_LIMIT,
      socketTimeout: LIMITS.silence,
      logger: false,
    });
    const { promise: failed, reject: fail } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    // Before anything else: an error that nobody hears would end the process.
    connection.on('error', fail);
    // What the server said last, if anything, is told right after this event.
    connection.once('end', () => setImmediate(() => fail(new MailError('unreachable'))));
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort);
    const end = (): void => {
      signal.removeEventListener('abort', abort);
      connection.close();
    };
    try {
      await Promise.race([signIn(connection), failed]);
      return { connection, failed, end };
    } catch (error) {
      end();
      throw error;
    }
  };
  const signIn = async (connection: SMTPConnection): Promise<void> => {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
    // A server that offers no sign-in may be one that needs none, such as a relay on this computer.
    if (!connection.allowsAuth) return;
    const credentials = { user: smtp.user, pass: smtp.password };
    await new Promise<void>((resolve, reject) =>
      connection.login(credentials, (error) => (error ? reject(error) : resolve())),
    );
  };
  /** Aborts with the sender, with `signal`, and after so many milliseconds. */
  const limited = async <T>(
    time: number,
    signal: AbortSignal,
    work: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const late = new AbortController();
    const cancel = clock.after(time, () => late.abort(new MailError('timeout')));
    try {
      return await work(AbortSignal.any([signal, closed.signal, late.signal]));
    } finally {
      cancel();
    }
  };

  return {
    /** signs in, and sends nothing; rejects with a `MailError` */
    check: async (signal: AbortSignal): Promise<void> => {
      try {
        await limited(LIMITS.signIn, signal, (limit) => connected(limit, async () => undefined));
      } catch (error) {
        throw toMailError(error, smtp);
      }
    },
    /** never rejects */
    send: async (mail: OutgoingMail, signal: AbortSignal): Promise<SendOutcome> => {
      const contents = (mail.attachments ?? []).map(({ content }) => content.on('error', () => undefined));
      let stage: Stage = 'signingIn';
      const hand = (connection: SMTPConnection, message: Readable): Promise<void> =>
        new Promise((resolve, reject) => {
          stage = 'sending';
          // Only the end of the data, which follows, is not sent yet: until then, the server cannot have taken the mail.
          message.once('end', () => (stage = 'sent'));
          const envelope = { from: account.address, to: mail.to.address };
          connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
        });
      try {
        const composed = await compose(mail, account.address);
        await limited(LIMITS.mail, signal, (limit) =>
          connected(limit, async (connection) => {
            await hand(connection, composed.createReadStream());
            connection.quit();
          }),
        );
        return { ok: true };
      } catch (error) {
        return outcomeOf(error, stage);
      } finally {
        for (const content of contents) content.destroy();
      }
    },
    /** ends what is being sent; nothing can be sent any more */
    close: (): void => closed.abort(),
  };

  function outcomeOf(error: unknown, stage: Stage): SendOutcome {
    const { problem, said } = toMailError(error, smtp);
    const { responseCode: code, code: cause, response } = error as LibraryError;
    const message = error instanceof Error ? withoutPassword(error.message, smtp) : '';
    const failed = { ok: false, problem, reason: said ?? (message === '' ? problem : message), code } as const;
    if (stage === 'sent' && code === undefined) return { ...failed, kind: 'unknown' };
    // What happens before says nothing about the mail; 503 is about the order of commands.
    const isRefused = stage !== 'signingIn' && code !== undefined && code >= 500 && code !== 503;
    const isImpossible = cause === 'EENVELOPE' && response === undefined;
    return { ...failed, kind: isRefused || isImpossible ? 'refused' : 'later' };
  }
}

/** How far a mail came; `sent`: all of it, so that only the answer is missing. */
type Stage = 'signingIn' | 'sending' | 'sent';

/** The mail as it is sent. Nothing in it begins a header of its own, whatever names and subject contain. */
async function compose(mail: OutgoingMail, address: string) {
  const wrong = [address, mail.to.address, mail.replyTo ?? address].find((one) => !ADDRESS.test(one));
  if (wrong !== undefined) throw Object.assign(new Error('Not an email address'), { code: 'EENVELOPE' });
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const references = (mail.references ?? []).filter((id) => ID.test(id)).map((id) => `<${id}>`);
  const { automatic, replyTo, html, attachments = [] } = mail;
  const composer = new MailComposer({
    messageId: `<${mail.messageId}>`,
    from: { name: oneLine(mail.fromName ?? ''), address },
    to: { name: oneLine(mail.to.name ?? ''), address: mail.to.address },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(mail.subject).slice(0, MAX_SUBJECT),
    ...(references.length > 0 && { inReplyTo: references.at(-1), references: references.slice(-MAX_REFERENCES) }),
    text: mail.text,
    html,
    headers: automatic === undefined ? {} : { 'Auto-Submitted': automatic },
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: oneLine(name),
      contentType: oneLine(mediaType),
      content,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile();
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
