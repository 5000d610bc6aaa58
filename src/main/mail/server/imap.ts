import type { ImapFlow } from 'imapflow';
import type { Clock } from '#main/clock/clock.ts';
import { CONNECT_LIMIT, connectSecurely, type MailServer, MailError, tlsOptions, toMailError } from './account.ts';

/** Maximum bytes of a mail that is fetched whole. */
export const MAX_MAIL_BYTES = 50 * 1024 * 1024;
/** Milliseconds without a byte after which the library gives a command up. */
const SILENCE_LIMIT = 6 * 60_000;

interface ImapOptions {
  /** PEM of an additional trusted authority */
  readonly root?: string | undefined;
  readonly clock: Pick<Clock, 'after'>;
  /** ends the attempt, and later the connection */
  readonly signal: AbortSignal;
}

/** Connects and signs in. Rejects with a `MailError`; the caller closes the connection. */
export async function openImap(server: MailServer, { root, clock, signal }: ImapOptions): Promise<ImapFlow> {
  // Loaded on demand: many installations have no mailbox.
  const library = await import('imapflow');
  try {
    return await connectSecurely(server, async (security) => {
      const client = new library.ImapFlow({
        host: server.host,
        port: server.port,
        secure: security === 'implicit',
        doSTARTTLS: security === 'startTls',
        auth: { user: server.user, pass: server.password },
        tls: tlsOptions(root),
        clientInfo: { name: 'Counterbell' },
        logger: false,
        disableAutoIdle: true,
        // A bomb for the memory, for little gain.
        disableCompression: true,
        connectionTimeout: CONNECT_LIMIT,
        greetingTimeout: CONNECT_LIMIT,
        socketTimeout: SILENCE_LIMIT,
        maxLineLength: 16 * 1024 * 1024,
        maxLiteralSize: MAX_MAIL_BYTES + 1024,
        maxResponseSize: MAX_MAIL_BYTES + 1024 * 1024,
      });
      // Before anything else: an error that nobody hears would end the process.
      client.on('error', () => undefined);
      const close = (): void => client.close();
      signal.addEventListener('abort', close);
      client.once('close', () => signal.removeEventListener('abort', close));
      try {
        await within(clock, 2 * CONNECT_LIMIT, client.connect());
        signal.throwIfAborted();
        return client;
      } catch (error) {
        close();
        throw error;
      }
    });
  } catch (error) {
    throw toMailError(error, server);
  }
}

/** Settles as `work` does; rejects with `timeout` if that takes longer than `limit` milliseconds. */
export async function within<T>(clock: Pick<Clock, 'after'>, limit: number, work: Promise<T>): Promise<T> {
  let cancel: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(limit, () => reject(new MailError('timeout')));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel?.();
  }
}
