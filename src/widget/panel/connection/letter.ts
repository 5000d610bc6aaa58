import type { VisitorFrame } from '#shared/site/frames.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import type { TextStorage } from '../../storage.ts';
import { toJson } from '../json.ts';
import { randomHex, toBase64Url } from './base64url.ts';
import { createLetterSeal } from './letter-seal.ts';
import { framesIn, type OpenWire, post, REQUEST_TIME, within } from './wires.ts';

/** Milliseconds between looks: while a conversation is on, and later, ever longer. */
const BUSY_LOOK = 1000;
const LOOKS = { first: 2000, longest: 15_000 } as const;
/** Milliseconds after the last frame in which a conversation is on. */
const BUSY = 60_000;
/** Milliseconds between signs that the visitor is here. */
const SIGN = 60_000;
/** Milliseconds for the app to answer. */
const ANSWER = 15_000;
/** Milliseconds between signs of the wire that nothing is asked on. */
const REST = 20_000;
/** Frames of one request. */
const MOST_FRAMES = 50;

/** A visitor's mailbox on the website that takes frames in. */
export interface Mailbox {
  /** its address and the key to it: 64 hexadecimal digits */
  readonly name: () => string;
  /** number of the last frame that was fetched from it */
  readonly has: () => number;
  readonly setHas: (number: number) => void;
  /** something was handed in for later: there is a file of it on the website */
  readonly isKept: () => boolean;
}

/** The mailbox of one person, under these keys of a storage; until it is kept nothing is stored in the browser. */
export function createMailbox(storage: TextStorage, key: string) {
  let made: string | undefined;
  let fetched = 0;
  const stored = (): string | undefined => {
    const known = storage.get(key);
    return known !== undefined && /^[0-9a-f]{64}$/.test(known) ? known : undefined;
  };
  const name = (): string => {
    made ??= randomHex(32);
    return stored() ?? made;
  };
  return {
    name,
    has: () => Number(storage.get(`${key}:has`) ?? fetched),
    setHas: (number) => {
      fetched = number;
      if (stored() !== undefined) storage.set(`${key}:has`, String(number));
    },
    isKept: () => stored() !== undefined,
    /** for later visits, too */
    keep: (): void => {
      if (stored() !== undefined) return;
      storage.set(key, name());
      storage.set(`${key}:has`, String(fetched));
    },
  } satisfies Mailbox & { readonly keep: () => void };
}

/** Whether the visitor looks at the window, in any tab; otherwise nothing is asked. */
export interface Attention {
  readonly isThere: () => boolean;
  /** calls back when it begins; returns how to stop */
  readonly onBegin: (begin: () => void) => () => void;
}

interface Visit {
  /** our app is on */
  readonly isThere: boolean;
  readonly next: readonly (readonly [number: number, frame: string])[];
  readonly more: boolean;
}

/** What can wait until something else is handed in, or for a while: each time the website's script runs. */
const isLater = (frame: VisitorFrame): boolean =>
  frame.kind === 'got' || frame.kind === 'page' || (frame.kind === 'typing' && !frame.on);
const LATER_BY = 10_000;

/** Frames that are of use later, too: the website keeps them while the app is off. */
const LASTING: ReadonlySet<VisitorFrame['kind']> = new Set(['message', 'rate', 'end', 'email']);
const isLasting = ({ kind }: VisitorFrame): boolean => LASTING.has(kind);

/**
 * By the website, which keeps what the window hands in until the app fetches it, and the other way round. A file that it
 * sends by itself says whether there is something for this visitor; its script runs only to hand something over.
 * `script`: its address, to which a path is added.
 */
export const openLetters =
  (mailbox: Mailbox, attention: Attention, script: string): OpenWire =>
  (base, hello, { onFrame, onHeard, onClosed }) => {
    const greeted = hello();
    const stop = new AbortController();
    const { signal } = stop;
    const wire = mailbox.name().slice(0, 8) + String(Date.now());
    const seal = createLetterSeal();
    const secret = seal.secretOf(mailbox.name());
    const waiting: VisitorFrame[] = [];
    let isThere: boolean | undefined;
    let isGreeted = false;
    let busyAt = Date.now();
    let saidAt = Number.NEGATIVE_INFINITY;
    let handedInAt = Number.NEGATIVE_INFINITY;
    let quietLooks = 0;
    let wake = (): void => undefined;
    /** when what waits is handed in */
    let due = Number.POSITIVE_INFINITY;
    const isDue = (): boolean => waiting.length > 0 && Date.now() >= due;

    const visit = async (): Promise<void> => {
      for (let more = true; more && !signal.aborted;) {
        const greeting = toJson({ ...greeted, seal: await secret });
        const frames = waiting.slice(0, MOST_FRAMES);
        const answer = await handIn(
          script,
          {
            ...{ box: mailbox.name(), have: mailbox.has(), hello: greeting, wire },
            frames: frames.map((frame) => [isLasting(frame), toJson(frame)]),
          },
          signal,
        );
        if (signal.aborted) return;
        waiting.splice(0, frames.length);
        if (waiting.length === 0) due = Number.POSITIVE_INFINITY;
        onHeard();
        saidAt = Date.now();
        if (!frames.every(isLater)) handedInAt = saidAt;
        if (answer.isThere !== isThere) {
          isThere = answer.isThere;
          onFrame({ kind: 'off', isOff: !isThere });
        }
        for (const frame of frames) if (isLasting(frame) && 'id' in frame) onFrame({ kind: 'kept', id: frame.id });
        for (const [number, letter] of answer.next) {
          // What cannot be opened was for a window before, which has begun anew since.
          const text = await seal.open(letter, mailbox.name()).catch(() => '[]');
          if (signal.aborted) return;
          // Before it is acted on: what makes the window begin anew must not come again.
          mailbox.setHas(Math.max(number, mailbox.has()));
          for (const frame of framesIn(text)) {
            if (frame.kind === 'welcome') isGreeted = true;
            onFrame(frame);
          }
        }
        if (frames.some(({ kind }) => kind !== 'pong') || answer.next.length > 0) busyAt = Date.now();
        more = answer.more || isDue();
      }
    };
    /** true if there is something for this visitor; a file, so that looking costs the website nothing */
    const look = async (): Promise<boolean> => {
      // There is no file yet; that the app is back is said with the next sign.
      if (isThere !== true && !mailbox.isKept() && mailbox.has() === 0) {
        onHeard();
        return false;
      }
      const address = `${base}/c/${mailbox.name().slice(0, 32)}.txt?${Date.now()}`;
      const response = await fetch(address, {
        ...({ cache: 'no-store', referrerPolicy: 'no-referrer' } as const),
        signal: within(REQUEST_TIME, signal),
      });
      if (!response.ok && response.status !== 404) throw new Error('not answered');
      onHeard();
      return response.ok && Number(await response.text()) > mailbox.has();
    };
    const rest = (time: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, time);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    /** true while an answer is expected, even if nobody looks */
    const isAsking = (): boolean => isDue() || Date.now() - handedInAt < ANSWER;
    const run = async (): Promise<void> => {
      // Once a page: whoever was here before is shown that there is news.
      if (mailbox.has() > 0 && (await look())) await visit();
      while (!signal.aborted) {
        if (!attention.isThere() && !isAsking()) {
          onHeard();
          // What waits is handed in although nobody looks any more.
          await rest(Math.min(REST, due - Date.now()));
          continue;
        }
        const silence = Date.now() - saidAt;
        // Whoever is not greeted says again that they are here.
        const isSignDue = silence > (isThere === true && !isGreeted ? ANSWER : SIGN);
        if (attention.isThere() && isSignDue) say({ kind: 'pong' });
        if (isDue() || (await look())) await visit();
        if (isDue()) continue;
        const isBusy = Date.now() - busyAt < BUSY;
        quietLooks = isBusy ? 0 : quietLooks + 1;
        await rest(isBusy ? BUSY_LOOK : growingDelay(LOOKS, quietLooks));
      }
    };
    const say = (frame: VisitorFrame): void => {
      waiting.push(frame);
      due = Math.min(due, Date.now() + (isLater(frame) ? LATER_BY : 0));
    };
    const forget = attention.onBegin(() => {
      quietLooks = 0;
      wake();
    });
    const end = (): void => {
      forget();
      if (signal.aborted) return;
      stop.abort();
      onClosed();
    };
    void run().then(end, end);
    return {
      send: (frame) => {
        // The app knows them by their mailbox, so nothing has to be asked.
        if (frame.kind === 'begin') return onFrame({ kind: 'token', token: `mail ${wire}` });
        say(frame);
        if (isDue()) wake();
      },
      close: () => {
        stop.abort();
        wake();
      },
    };
  };

/** Hands something in at the website, whose `script` runs. Wrapped, because firewalls of hosters refuse what looks like code. */
export async function handIn(script: string, content: object, signal: AbortSignal): Promise<Visit> {
  const body = toBase64Url(new TextEncoder().encode(toJson(content)));
  // A website under construction may ask for a password, which the browser knows.
  const answer = await post(`${script}/visit`, body, signal, REQUEST_TIME, 'same-origin');
  if (!answer.ok) throw new Error('not accepted');
  return (await answer.json()) as Visit;
}
