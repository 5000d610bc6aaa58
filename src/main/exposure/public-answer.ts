import { beginningOf, createCaller } from '#main/outgoing/caller.ts';
import { codeOf } from '#main/outgoing/network-error.ts';

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
  const caller = createCaller(root);
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await caller.call({
      method: 'GET',
      address,
      headers: { 'user-agent': 'Counterbell', 'ngrok-skip-browser-warning': '1' },
      signal,
    });
    const { bytes, end } = await beginningOf(answer, MOST);
    if (end instanceof Error) throw end;
    return { status: answer.statusCode ?? 0, text: bytes.toString('utf8') };
  } catch (error) {
    if (signal.aborted) return { code: 'ETIMEDOUT' };
    return { code: codeOf(error) ?? (error instanceof Error ? error.name : 'unknown') };
  } finally {
    caller.stop();
  }
};
