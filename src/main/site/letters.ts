import { z } from 'zod';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import { type ChannelRecord, openSecret } from '#main/settings/installation.ts';
import type { EventBus } from '#shared/contract/events.ts';
import type { EngineFrame, VisitorFrame } from '#shared/site/frames.ts';
import type { Carrier } from './carriers.ts';
import type { Client } from './client.ts';
import { sealLetter } from './letter-seal.ts';
import type { LetterPieces } from './letter-pieces.ts';
import { parseJson, readFrame } from './read-frame.ts';
import type { Session } from './session.ts';
import { letterVisitor } from './visitor-token.ts';
import type { Visitors } from './visitors.ts';

/** What a visitor's window handed in at the website. */
export interface HandedIn {
  /** address of the visitor's mailbox there */
  readonly from: string;
  readonly body: Buffer;
  /** wall clock: when it was handed in */
  readonly at: number;
}

/** Frames for the window of a visitor. */
export interface Letter {
  /** address of the visitor's mailbox on the website */
  readonly to: string;
  readonly frames: readonly string[];
}

/** Milliseconds without a sign of a window after which its visitor has left: it gives one every minute. */
const GONE = 150_000;
/** Milliseconds after which a message counts as written before, and until which it can have been. */
const WAITED = 10_000;
const LONGEST = 30 * 24 * 60 * 60_000;
/** What the window knows already from its website can wait for an answer: each time its script runs. */
const LATER: ReadonlySet<EngineFrame['kind']> = new Set(['accepted', 'state']);
const LATER_BY = 5000;
/** Frames and characters of letters that are said at once. */
const MOST_FRAMES = 100;
const MOST_SIGNS = 512 * 1024;

/** Windows at once: the oldest gives way, and begins anew with the next thing that it hands in. */
const MOST_WINDOWS = 5000;
const ADDRESS = /^[0-9a-f]{32}$/;

const handedIn = z.object({
  /** the first frame of a connection, in case we know of none: after a restart, or a long silence */
  hello: z.string(),
  /** made by the window for each connection */
  wire: z.string().max(64),
  frames: z.array(z.string()).max(50),
});

export type Letters = ReturnType<typeof createLetters>;

/** The windows whose website takes their frames in, and hands out what is for them. */
export function createLetters(options: {
  readonly visitors: Pick<Visitors, 'open' | 'close'>;
  readonly pieces: LetterPieces;
  readonly on: EventBus['on'];
  readonly findChannel: (channelId: string) => ChannelRecord | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}) {
  const { visitors, pieces, findChannel, clock, log } = options;
  /** by channel and address */
  const windows = new Map<
    string,
    { readonly wire: string; readonly session: Session; readonly carrier: LetterCarrier }
  >();
  /** by channel: in their order; `due`: when it is brought to the website, if nothing else is before */
  const waiting = new Map<string, readonly { readonly to: string; readonly frame: string; readonly due: number }[]>();
  let hurry = (_channelId: string): void => undefined;

  const post = (channelId: string, to: string, frame: EngineFrame, secret?: string): void => {
    const isLater = LATER.has(frame.kind) || (frame.kind === 'message' && frame.message.from === 'visitor');
    const due = clock.monotonic() + (isLater ? LATER_BY : 0);
    const text = JSON.stringify(frame);
    const letter = { to, frame: secret === undefined ? text : sealLetter(text, secret), due };
    waiting.set(channelId, [...(waiting.get(channelId) ?? []), letter]);
    if (!isLater) hurry(channelId);
  };
  const open = async (channel: ChannelRecord, from: string, wire: string, hello: VisitorFrame): Promise<Session> => {
    const name = `${channel.id} ${from}`;
    windows.get(name)?.carrier.close();
    if (windows.size >= MOST_WINDOWS) windows.values().next().value?.carrier.close();
    const seal = hello.kind === 'hello' ? hello.seal : undefined;
    const carrier = new LetterCarrier(clock, {
      send: (frame) => post(channel.id, from, frame, seal),
      onClose: () => {
        visitors.close(session);
        windows.delete(name);
      },
    });
    const session = visitors.open(channel, clientAt(from), carrier);
    windows.set(name, { wire, session, carrier });
    const secret = openSecret(channel.secret);
    const token = hello.kind === 'hello' && isToken(hello.token) ? hello.token : letterVisitor(secret, from).token;
    await handle(carrier, session, { ...hello, token } as VisitorFrame, 0);
    return session;
  };
  /** Rejects with what the window would try again by itself if it had not handed the frame in. */
  const handle = async (
    carrier: LetterCarrier,
    session: Session,
    frame: Parameters<Session['handle']>[0],
    at: number,
  ): Promise<void> => {
    carrier.heard();
    await session.handle(frame, 0, at === 0 ? undefined : at);
    carrier.rejectIfToBeSentAgain();
  };

  // Whoever is not there any more is called back: their window asks when it is opened again.
  options.on('message.added', ({ message, chat: { customer } }) => {
    const to = addressOf(customer.externalId);
    if (message.from === 'customer' || to === undefined || windows.has(`${customer.channelId} ${to}`)) return;
    if (findChannel(customer.channelId)?.box !== undefined) post(customer.channelId, to, { kind: 'ping' });
  });

  return {
    /** what waits is to be brought to the website of a channel soon */
    onWaiting: (tell: (channelId: string) => void): void => {
      hurry = tell;
    },
    /** on our disk when it resolves, or of no use. Rejects if nothing can be stored at the moment */
    take: async (channel: ChannelRecord, { from, body, at }: HandedIn): Promise<void> => {
      const { data: given } = handedIn.safeParse(parseJson(body.toString()));
      // The website is not ours: what it says of an address becomes the name of a folder.
      if (given === undefined || !ADDRESS.test(from))
        return log.warn({ channelId: channel.id }, 'what a window handed in cannot be read');
      const now = clock.wall();
      const writtenAt = now - at > WAITED && now - at < LONGEST ? at : 0;
      const name = `${channel.id} ${from}`;
      for (const text of given.frames) {
        const value = parseJson(text);
        if (await pieces.take(from, value)) continue;
        const frame = readFrame(value);
        if (frame === undefined) continue;
        if (windows.get(name)?.wire !== given.wire) {
          const hello = readFrame(parseJson(given.hello));
          if (hello?.kind !== 'hello') continue;
          await open(channel, from, given.wire, hello);
        }
        const window = windows.get(name);
        // It can have ended itself: the visitor is another one now.
        if (window === undefined) continue;
        const { session, carrier } = window;
        const whole = frame.kind === 'message' ? await pieces.complete(from, session, frame) : frame;
        await handle(carrier, session, whole, writtenAt);
        if (frame.kind === 'message' && frame.upload !== undefined) await pieces.forget(from, frame.upload);
      }
    },
    /** true while something waits that cannot wait for more */
    isDue: (channelId: string): boolean => (waiting.get(channelId) ?? []).some(({ due }) => due <= clock.monotonic()),
    /** as many as fit into what is said to the website of a channel */
    next: (channelId: string): readonly Letter[] => {
      let signs = 0;
      const fitting = (waiting.get(channelId) ?? []).slice(0, MOST_FRAMES).filter(({ frame }, index) => {
        signs += frame.length;
        return index === 0 || signs <= MOST_SIGNS;
      });
      const letters = new Map<string, string[]>();
      for (const { to, frame } of fitting) letters.set(to, [...(letters.get(to) ?? []), frame]);
      return Array.from(letters, ([to, frames]) => ({ to, frames }));
    },
    /** these are there now */
    said: (channelId: string, letters: readonly Letter[]): void => {
      const count = letters.reduce((sum, { frames }) => sum + frames.length, 0);
      waiting.set(channelId, (waiting.get(channelId) ?? []).slice(count));
    },
  };
}

/** Collects a session's frames for the website. */
class LetterCarrier implements Carrier {
  readonly isPinged = false;
  readonly #clock: Clock;
  readonly #parts: { readonly send: (frame: EngineFrame) => void; readonly onClose: () => void };
  #cancel = (): void => undefined;
  #toBeSentAgain: string | undefined;
  #isClosed = false;

  constructor(clock: Clock, parts: { readonly send: (frame: EngineFrame) => void; readonly onClose: () => void }) {
    this.#clock = clock;
    this.#parts = parts;
    this.heard();
  }

  /** a sign of the window */
  heard(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(GONE, () => this.close());
  }

  send(frame: EngineFrame): void {
    // The window has handed it in and tries no more: we do.
    if (frame.kind === 'refused' && (frame.code === 'too_many' || frame.code === 'unavailable'))
      this.#toBeSentAgain = frame.code;
    else if (!this.#isClosed) this.#parts.send(frame);
  }

  rejectIfToBeSentAgain(): void {
    const code = this.#toBeSentAgain;
    this.#toBeSentAgain = undefined;
    if (code !== undefined) throw new Error(`what a window handed in cannot be stored now: ${code}`);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancel();
    this.#parts.onClose();
  }

  cut(): void {
    this.close();
  }
}

/** The website limits what its visitors hand in. */
function clientAt(address: string): Client {
  return {
    address,
    admission: {
      toChannel: () => undefined,
      receivedChannelBody: () => undefined,
      extraMessages: () => undefined,
      newChats: () => undefined,
      toRead: () => undefined,
      hasRead: () => undefined,
    },
  };
}

/** A token of ours; the window gives itself another while the website takes its frames in. */
const isToken = (token: string | undefined): token is string => /^[vi]\./.test(token ?? '');

/** The address of the mailbox of a visitor who is known by nothing else; undefined: this is somebody else. */
function addressOf(externalId: string): string | undefined {
  return /^"([0-9a-f]{32})"$/.exec(externalId)?.[1];
}
