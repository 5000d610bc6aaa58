import { readBeginning, createCaller } from '#main/outgoing/caller.ts';
import { ContractError } from '#shared/contract/errors.ts';
import type { Exchange, JournalEntry } from '#shared/contract/journal.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import type { Journal } from './journal.ts';
import { MASK } from './masking.ts';
import { REPLAY_HEADER } from './inbound-requests.ts';
import { phrase, foreignText, type Phrase } from '#shared/locales/phrase.ts';

/** Milliseconds that the listener has to answer a replay, and bytes of the answer that are shown. */
const ANSWER_TIMEOUT = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Headers of the connection or a proxy: a replay has its own. */
const CONNECTION_HEADERS =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te|trailer|proxy-.*|forwarded|via|x-forwarded-.*|x-real-ip|cf-.*)$/i;

/** Curl adds these itself. */
const CURL_HEADERS = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding)$/i;

export interface ReplayAnswer {
  readonly status?: number | undefined;
  readonly answer: string;
  /** why it counts as failed */
  readonly problem?: Phrase | undefined;
}

/** The subject of an entry, with current secrets. Undefined: it no longer exists. */
export interface Target {
  /** whole address */
  readonly address: string;
  /** of the bot that sent the request or received the event */
  readonly token?: string;
}

export interface ReplayOptions {
  readonly journal: Pick<Journal, 'get'>;
  /** the listener's address for others */
  readonly publicAddress: () => string;
  /** where the recorded request would go today; `inside`: as this computer reaches the listener */
  readonly targetOf: (entry: JournalEntry, inside: boolean) => Target | undefined;
  /** sends a reply, typing notice or event again */
  readonly sendOut: (entry: JournalEntry, body: string) => Promise<ReplayAnswer>;
  readonly replayKey: string;
}

/** Repeats what the journal recorded. Its methods reject with ContractError: not_found, not_replayable. */
export type Replay = ReturnType<typeof createReplay>;

export function createReplay({ journal, targetOf, sendOut, replayKey, publicAddress }: ReplayOptions) {
  return {
    send: async (entryId: string, edited: string | undefined): Promise<ReplayAnswer> => {
      const { entry, exchange } = await journal.get(entryId);
      if (exchange === undefined) throw notReplayable(phrase('errors:refusals.replay.notKept'));
      if (edited === undefined && !exchange.whole) throw notReplayable(phrase('errors:refusals.replay.notWhole'));
      const target = targetOf(entry, true);
      if (target === undefined)
        throw notReplayable(
          hasTarget(entry) ? phrase('errors:refusals.replay.gone') : phrase('errors:refusals.replay.noRequest'),
        );
      const body = edited ?? exchange.requestBody ?? '';
      return entry.direction === 'out' ? sendOut(entry, body) : sendIn(target, exchange, body, replayKey);
    },
    /** as a command line; `whole`: including secrets */
    curl: async (entryId: string, whole: boolean): Promise<string> => {
      const { entry, exchange } = await journal.get(entryId);
      if (exchange === undefined) throw notReplayable(phrase('errors:refusals.journal.notKept'));
      const target = whole ? targetOf(entry, false) : undefined;
      if (whole && target === undefined) throw notReplayable(phrase('errors:refusals.replay.secret'));
      return curlCommand(exchange, publicAddress(), target);
    },
  };
}

/** Through the listener, like any other request. */
async function sendIn(
  { address, token }: Target,
  { method, requestHeaders }: Exchange,
  body: string,
  replayKey: string,
): Promise<ReplayAnswer> {
  const headers: Record<string, string> = {};
  for (const [name, value] of requestHeaders) {
    if (CONNECTION_HEADERS.test(name)) continue;
    const repeated = name.toLowerCase() === 'authorization' && token !== undefined ? `Bearer ${token}` : value;
    if (!repeated.includes(MASK)) headers[name] = repeated;
  }
  const caller = createCaller();
  try {
    const isGet = method === 'GET';
    const answer = await caller.call({
      method: isGet ? 'GET' : 'POST',
      address,
      headers: { ...headers, [REPLAY_HEADER]: replayKey },
      body: isGet ? undefined : body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    const { bytes, end } = await readBeginning(answer, MAX_ANSWER_BYTES);
    if (end instanceof Error) throw end;
    const status = answer.statusCode ?? 0;
    return {
      status,
      answer: bytes.toString('utf8'),
      ...(status >= 400 && { problem: phrase('errors:refusals.replay.refused') }),
    };
  } catch (error) {
    return {
      answer: '',
      problem: error instanceof Error ? foreignText(error.message) : phrase('errors:refusals.replay.silent'),
    };
  } finally {
    caller.stop();
  }
}

function hasTarget({ channelId, botId }: JournalEntry): boolean {
  return channelId !== undefined || botId !== undefined;
}

function notReplayable(reason: Phrase): ContractError {
  return new ContractError('not_replayable', reason);
}

/** A command that repeats a recorded request. Without a target: masked as recorded, with `base` before a bare path. */
function curlCommand({ method, url, requestHeaders, requestBody }: Exchange, base: string, target: Target | undefined) {
  const address = target?.address ?? (url.startsWith('/') ? `${withoutSlashes(base)}${url}` : url);
  const headers = requestHeaders.flatMap(([name, value]) => {
    if (CURL_HEADERS.test(name)) return [];
    const isToken = name.toLowerCase() === 'authorization' && target?.token !== undefined;
    if (isToken) return [[name, `Bearer ${target.token}`] as const];
    return target !== undefined && value.includes(MASK) ? [] : [[name, value] as const];
  });
  return [
    `curl -X ${method} ${shellQuoted(address)}`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(requestBody === undefined ? [] : [`--data-raw ${shellQuoted(requestBody)}`]),
  ].join(' \\\n  ');
}

/** Quotes a word for a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
