import { rootCertificates } from 'node:tls';

/** Bytes of an answer that are read. */
const MOST = 4096;
/** Milliseconds for the whole exchange. */
const PATIENCE = 10_000;

/** What the public address answered, or why it did not. */
export type Answer = { readonly status: number; readonly text: string } | { readonly code: string };

/** Asks an address as a customer's side would; `root`: PEM of one more authority to believe. Never rejects. */
export type AskPublic = (address: string, root: string | undefined) => Promise<Answer>;

/** A connection of its own for each question, so that an old one does not hide that new ones fail. */
export const askPublic: AskPublic = async (address, root) => {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    pipelining: 0,
    connect: { timeout: PATIENCE, ...(root !== undefined && { ca: [...rootCertificates, root] }) },
  });
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { statusCode: status, body } = await request(address, {
      dispatcher,
      signal,
      headers: { 'user-agent': 'Counterbell', 'ngrok-skip-browser-warning': '1' },
    });
    let text = '';
    for await (const part of body as AsyncIterable<Buffer>) {
      text += part.toString('utf8');
      if (text.length > MOST) break;
    }
    return { status, text: text.slice(0, MOST) };
  } catch (error) {
    return { code: codeOf(error) };
  } finally {
    await dispatcher.destroy();
  }
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}
