import type { SITE_PROTOCOL, SiteIdentity, SiteMessage, VisitedPage, VisitorFrame } from '#shared/site/frames.ts';
import type { Connection, ConnectionOptions } from '../connection/connection.ts';
import type { WireFrame } from '../connection/wires.ts';
import type { Outbox } from './outbox.ts';

/** Only types of the protocol are in the window. */
const VERSION: typeof SITE_PROTOCOL = 1;

/** Milliseconds until a message is sent again that the engine could not take. */
const PAUSE = 3000;

/** Milliseconds for which the engine may still answer what its website has kept; then it is sent again. */
const KEPT = 60_000;

export interface SessionOptions {
  readonly outbox: Outbox;
  /** of the visitor; undefined before the first message */
  readonly token: { readonly get: () => string | undefined; readonly set: (token: string | undefined) => void };
  readonly language: string;
  readonly page: () => VisitedPage;
  readonly identity: () => SiteIdentity | undefined;
  /** names the window on this page, whoever is signed in there */
  readonly window: string;
  /** the newest message that this window has */
  readonly newest: () => Pick<SiteMessage, 'id' | 'at'> | undefined;
  readonly connect: (listener: Pick<ConnectionOptions, 'hello' | 'onFrame' | 'onState'>) => Connection;
  readonly onFrame: (frame: WireFrame) => void;
  readonly onState: (isConnected: boolean) => void;
}

export type Session = ReturnType<typeof startSession>;

/**
 * Speaks with the engine for all tabs: says hello, asks for a token before the first message, and sends the outbox one
 * by one, so that a message that must wait is not overtaken.
 */
export function startSession(options: SessionOptions) {
  const { outbox, token, language, page, identity, window, newest, connect, onFrame, onState } = options;
  let isConnected = false;
  /** the engine is off, and its website takes everything in */
  let isOff = false;
  let hasAskedForToken = false;
  let underWay: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** as last sent to the engine */
  let reported: VisitedPage | undefined;

  const flush = (): void => {
    if (!isConnected || underWay !== undefined) return;
    const first = outbox.entries().find(({ keptAt }) => keptAt === undefined || (!isOff && Date.now() - keptAt > KEPT));
    if (first === undefined) return;
    if (token.get() === undefined) return begin();
    underWay = first.frame.id;
    connection.send(first.frame);
  };

  const begin = (): void => {
    if (!isConnected) return;
    if (!hasAskedForToken) connection.send({ kind: 'begin' });
    hasAskedForToken = true;
  };

  /** Sends what the page said while the hello was under way; before a message, which it may be about. */
  const sayMissed = (): void => {
    const [earlier, where] = [reported, page()];
    if (earlier === undefined) return;
    reported = where;
    if (where.url !== earlier.url || where.title !== earlier.title) connection.send({ kind: 'page', page: where });
  };

  const receive = (frame: WireFrame): void => {
    switch (frame.kind) {
      case 'welcome':
        isConnected = true;
        onFrame(frame);
        // What was answered while nobody was here.
        for (const { clientId } of frame.messages) if (clientId !== undefined) outbox.remove(clientId);
        sayMissed();
        flush();
        return;
      case 'off':
        isOff = frame.isOff;
        isConnected ||= isOff;
        onFrame(frame);
        return flush();
      case 'kept':
        outbox.keep(frame.id, Date.now());
        onFrame(frame);
        if (underWay === frame.id) underWay = undefined;
        return flush();
      case 'token': {
        const known = token.get();
        // The website's signature has become right: what is shown is not theirs.
        if (known !== undefined && known !== frame.token) onFrame({ kind: 'gone', what: 'token' });
        token.set(frame.token);
        hasAskedForToken = false;
        onFrame(frame);
        flush();
        return;
      }
      case 'gone':
        token.set(undefined);
        onFrame(frame);
        connection.renew();
        return;
      case 'accepted':
      case 'refused':
        if (frame.kind === 'refused' && (frame.code === 'too_many' || frame.code === 'unavailable')) {
          clearTimeout(pause);
          pause = setTimeout(() => {
            underWay = undefined;
            flush();
          }, frame.wait ?? PAUSE);
          return;
        }
        onFrame(frame);
        outbox.remove(frame.id);
        if (underWay === frame.id) underWay = undefined;
        return flush();
      default:
        onFrame(frame);
    }
  };

  const connection = connect({
    hello: () => {
      const [known, latest, where, said] = [token.get(), newest(), page(), identity()];
      reported = where;
      return {
        kind: 'hello',
        version: VERSION,
        language,
        page: where,
        window,
        ...(known !== undefined && { token: known }),
        ...(known !== undefined && latest !== undefined && { cursor: latest.id, cursorAt: latest.at }),
        ...(said !== undefined && { identity: said }),
      };
    },
    onFrame: receive,
    onState: (state) => {
      clearTimeout(pause);
      underWay = undefined;
      hasAskedForToken = false;
      if (!state) isConnected = false;
      onState(state);
    },
  });

  return {
    /** something may have been added to the outbox */
    flush,
    /** lost when there is no connection; the page is sent after the next welcome */
    send: (frame: VisitorFrame): void => {
      if (frame.kind === 'begin') begin();
      else if (isConnected) {
        if (frame.kind === 'page') reported = frame.page;
        connection.send(frame);
      }
    },
    close: (): void => {
      clearTimeout(pause);
      connection.close();
    },
  };
}
