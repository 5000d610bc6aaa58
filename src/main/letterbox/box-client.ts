import { createHmac } from 'node:crypto';
import type { Clock } from '#main/clock/clock.ts';
import { type LetterboxTrouble, letterboxServer } from '#shared/contract/letterboxes.ts';
import { withoutSlashes } from '#shared/domain/addresses.ts';
import { z } from 'zod';
import type { Letter } from '#main/site/letters.ts';
import { BOX_PROTOCOL, readEnvelope, writeEnvelope } from './envelope.ts';

/** Milliseconds that the website's server has. */
const EXCHANGE_TIMEOUT = 20_000;
const LOOK_TIMEOUT = 10_000;
/** Other addresses that the website sends us to: with `www`, or with HTTPS. */
const MAX_REDIRECTS = 3;
/** Characters of an answer: pieces of files, or what waits. */
const MAX_ANSWER = 8 * 1024 * 1024;

export type BoxTroubleCode = Exclude<LetterboxTrouble, 'keyLost'>;

export class BoxTrouble extends Error {
  readonly code: BoxTroubleCode;
  /** the HTTP status, if there was an answer */
  readonly status: number | undefined;

  constructor(code: BoxTroubleCode, status?: number, cause?: unknown) {
    super(`the letterbox: ${code}${status === undefined ? '' : ` (${status})`}`, { cause });
    this.name = 'BoxTrouble';
    this.code = code;
    this.status = status;
  }
}

/** What waits: frames of a visitor's window, a customer message over the chat channel interface, or a request. */
const item = z.object({
  n: z.int().positive(),
  /** wall clock of the website's server, milliseconds */
  at: z.number(),
  kind: z.string(),
  channel: z.string().optional(),
  from: z.string().optional(),
  id: z.string().optional(),
  /** sealed, as `Seal.open` takes it */
  body: z.string(),
});
export type BoxItem = z.infer<typeof item>;

const given = z.object({
  items: z.array(item),
  more: z.boolean(),
  counter: z.string().regex(/^[0-9a-f]{32}$/),
  /** number of the exchange before; 0: there was none */
  before: z.int().optional(),
  /** SHA-256 of the window's texts and looks that it has */
  window: z.string().optional(),
  ...letterboxServer.shape,
});
export type Given = z.infer<typeof given> & {
  /** number of the exchange */
  readonly of: number;
  /** somebody else has spoken with it since we did, or with that of which it is a copy */
  readonly isShared: boolean;
};

const refusal = z.object({ last: z.int(), now: z.number() });

/** A part of the answer to a request that was handed through; the head counts in the last. */
export interface ReplyPart {
  readonly id: string;
  readonly part: number;
  readonly last: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** base64url */
  readonly body: string;
}

/** What the app says in an exchange. */
export interface Asked {
  /** items up to this one, of those given in the exchange with the number `of`, are on our disk */
  readonly ack: number;
  readonly of: number;
  /** known again if the answer got lost */
  readonly batch: string;
  /** false: the app is stopped */
  readonly online: boolean;
  /** true: the channel leaves the website, which deletes all that it keeps */
  readonly empty?: true | undefined;
  /** by the SHA-256 of `{secret}/{public id}` */
  readonly channels: Readonly<Record<string, { readonly id: string; readonly status: 0 | 1 }>>;
  /** the public key, base64 */
  readonly seal: string;
  readonly replies: readonly ReplyPart[];
  /** for windows of visitors */
  readonly out: readonly Letter[];
  /** what its pages show of the window, as JSON; absent: it has the same, or none is served */
  readonly window?: string | undefined;
}

/** Speaks with the letterbox of one website. Methods reject with BoxTrouble. */
export function createBoxClient(options: {
  /** of the folder on the website */
  readonly url: string;
  readonly key: string;
  readonly clock: Pick<Clock, 'wall'>;
}) {
  const { key, clock } = options;
  let home = withoutSlashes(options.url);
  let script = SCRIPT;
  let last = 0;
  let counter: string | undefined;
  /** numbers of our own exchanges that were not refused, whether they were answered or not */
  const own: number[] = [];
  let hasSpoken = false;

  /** Follows the website to where it lives; what is asked stays the same, which `fetch` would change. */
  const ask = async (path: string, init: RequestInit, timeout: number): Promise<Response> => {
    for (let turn = 0; ; turn += 1) {
      const response = await fetch(new URL(path, `${home}/`), {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      }).catch((error: unknown) => {
        throw new BoxTrouble('unreachable', undefined, error);
      });
      const moved = movedTo(`${home}/`, path, response);
      if (moved === undefined || turn === MAX_REDIRECTS) return response;
      home = withoutSlashes(moved);
    }
  };
  const bodyOf = async (response: Response): Promise<string> => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const piece of response.body ?? []) {
        text += decoder.decode(piece as Uint8Array, { stream: true });
        if (text.length > MAX_ANSWER) throw new BoxTrouble('notThere', response.status);
      }
    } catch (error) {
      throw error instanceof BoxTrouble ? error : new BoxTrouble('unreachable', response.status, error);
    }
    return text;
  };
  /** Where no program of the folder may be run, a file there can name another that runs it. True: it does. */
  const findScript = async (): Promise<boolean> => {
    const response = await ask('script.txt', { cache: 'no-store' }, LOOK_TIMEOUT);
    const text = (await bodyOf(response)).trim();
    if (response.status !== 200 || !URL.canParse(text)) return false;
    const { origin, pathname, search } = new URL(text);
    if (origin !== new URL(home).origin) return false;
    script = `${pathname}${search}`;
    return true;
  };
  const say = async (
    value: object,
  ): Promise<{ readonly status: number; readonly of: number; readonly value: unknown }> => {
    last = Math.max(last + 1, clock.wall());
    const number = last;
    own.push(number);
    if (own.length > MOST_OWN) own.shift();
    const body = writeEnvelope(key, 'app', number, value);
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
    const send = async () => {
      const response = await ask(`${script}/exchange`, init, EXCHANGE_TIMEOUT);
      return { status: response.status, text: await bodyOf(response) };
    };
    let { status, text } = await send();
    if (!isOurs(text) && (await findScript())) ({ status, text } = await send());
    const answer = readEnvelope(key, 'box', number, text);
    if (answer !== undefined) return { status, of: number, value: answer };
    if (!isOurs(text)) script = SCRIPT;
    const isForOtherKey = isOurs(text) && (status === 403 || text.startsWith(`${BOX_PROTOCOL}.`));
    throw new BoxTrouble(isForOtherKey ? 'otherKey' : 'notThere', status);
  };

  return {
    /** from its origin, if it is not that of the folder; a path is added to it */
    script: (): string | undefined => (script === SCRIPT ? undefined : script),
    /** one at a time */
    exchange: async (asked: Asked): Promise<Given> => {
      let answer = await say(asked);
      if (answer.status === 409) {
        // Our clock was set back, or this is a copy that has spoken less: the next number is above all of them.
        const { last: theirs, now } = refusal.parse(answer.value);
        if (Math.abs(now * 1000 - clock.wall()) > DAY) throw new BoxTrouble('clock', 409);
        last = Math.max(last, theirs);
        own.pop();
        answer = await say(asked);
      }
      if (answer.status === 426) throw new BoxTrouble('otherVersion', 426);
      const { data } = given.safeParse(answer.value);
      if (answer.status !== 200 || data === undefined) throw new BoxTrouble('notThere', answer.status);
      ({ counter } = data);
      const { before = 0 } = data;
      const isShared = hasSpoken && before !== 0 && !own.includes(before);
      hasSpoken = true;
      return { ...data, of: answer.of, isShared };
    },
    /** true: what waits there is sent to whoever knows the name of its folder */
    isExposed: async (): Promise<boolean> => {
      const folder = dataFolder(key);
      // Below the folder, or where it would be if what is above that were served, too.
      const addresses = [`${folder}/meta~number.php`, `../${folder}/box.db`, `/${folder}/box.db`];
      const answers = await Promise.all(addresses.map((path) => ask(path, { cache: 'no-store' }, LOOK_TIMEOUT)));
      const beginnings = await Promise.all(answers.map(beginningOf));
      return beginnings.some((text) => text.startsWith('<?php') || text.startsWith('SQLite format'));
    },
    /** what changes when something comes in; a file that the web server sends by itself. undefined: not known yet */
    look: async (): Promise<string | undefined> => {
      if (counter === undefined) return undefined;
      const response = await ask(`c/${counter}.txt?${clock.wall()}`, { cache: 'no-store' }, LOOK_TIMEOUT);
      const text = await bodyOf(response);
      if (response.status === 404) return '0';
      if (response.status === 200 && /^\d{1,15}$/.test(text)) return text;
      throw new BoxTrouble('notThere', response.status);
    },
  };
}

/** In the folder; a path is added to it. */
const SCRIPT = 'box.php?to=';

const DAY = 24 * 60 * 60_000;
/** More than can be under way: those of which the answer got lost. */
const MOST_OWN = 100;

/** The folder in which the letterbox of a key keeps what waits: a renewed key begins with the first. */
function dataFolder(key: string): string {
  const [first = ''] = key.split('.');
  const digest = createHmac('sha256', first.length < 32 ? key : first).update('folder');
  return `counterbell-${digest.digest('hex').slice(0, 32)}`;
}

/** The first bytes of an answer, as text. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => undefined);
  return response.status === 200 ? Buffer.from((first?.value ?? []) as Uint8Array).toString('latin1') : '';
}

/** A letterbox has said it, whatever its key. */
function isOurs(text: string): boolean {
  return text.startsWith(`${BOX_PROTOCOL}.`) || text.startsWith('{"error":{"code":');
}

/** The address of the folder where the website sends us for the same file; undefined: it does not. */
function movedTo(home: string, path: string, response: Response): string | undefined {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 307, 308].includes(response.status)) return undefined;
  if (!URL.canParse(location, `${home}${path}`)) return undefined;
  const target = new URL(location, `${home}${path}`);
  const file = path.split('?')[0] ?? '';
  // What is said there is signed, but not secret.
  if (home.startsWith('https:') && target.protocol !== 'https:') return undefined;
  if (!target.pathname.endsWith(`/${file}`)) return undefined;
  return `${target.origin}${target.pathname.slice(0, -file.length)}`;
}
