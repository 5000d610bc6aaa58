import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EngineFrame, SiteIdentity, VisitorFrame } from '#shared/site/frames.ts';
import { openStorage } from '../../storage.ts';
import type { WireFrame } from '../connection/wires.ts';
import { createOutbox } from './outbox.ts';
import { startSession } from './session.ts';

const WELCOME: EngineFrame = {
  kind: 'welcome',
  state: { chat: 'none', staffed: true },
  messages: [],
  more: false,
};
const message = (id: string) => ({ kind: 'message', id, text: id }) as const;

function started({ known, identity }: { readonly known?: string; readonly identity?: SiteIdentity } = {}) {
  const sent: VisitorFrame[] = [];
  const storage = openStorage(() => {
    throw new Error('shut');
  });
  const outbox = createOutbox(storage, 'out:');
  let token = known;
  let hello: (() => VisitorFrame) | undefined;
  let receive: ((frame: WireFrame) => void) | undefined;
  let setState: ((isConnected: boolean) => void) | undefined;
  const renew = vi.fn<() => void>();
  const page = { url: 'https://shop.example/' };
  const session = startSession({
    outbox,
    token: { get: () => token, set: (next) => (token = next) },
    language: 'en',
    page: () => ({ url: page.url }),
    identity: () => identity,
    window: 'w',
    newest: () => ({ id: '7', at: 70 }),
    connect: (listener) => {
      hello = listener.hello;
      receive = listener.onFrame;
      setState = listener.onState;
      return { send: (frame) => sent.push(frame), renew, close: () => {} };
    },
    onFrame: () => {},
    onState: () => {},
  });
  return {
    session,
    outbox,
    sent,
    renew,
    page,
    hello: () => hello?.(),
    receive: (frame: WireFrame) => receive?.(frame),
    connect: () => {
      setState?.(true);
      receive?.(WELCOME);
    },
    lose: () => setState?.(false),
    token: () => token,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('says hello without a token before the first message, then with token and cursor, and with who is signed in', () => {
  const unknown = { kind: 'hello', version: 1, language: 'en', page: { url: 'https://shop.example/' }, window: 'w' };
  expect(started().hello()).toEqual(unknown);
  expect(started({ known: 't' }).hello()).toMatchObject({ token: 't', cursor: '7', cursorAt: 70 });
  const identity = { id: '7', signature: 'signed' };
  expect(started({ identity }).hello()).toMatchObject({ identity });
});

it('says where they went while the hello was under way, once, before the first message', () => {
  const { session, outbox, sent, page, hello, connect, receive } = started();
  hello();
  page.url = 'https://shop.example/lamps';
  session.send({ kind: 'page', page: { url: page.url } });
  outbox.add(message('one'), 1);
  session.flush();
  expect(sent).toEqual([]);
  connect();
  const missed = [{ kind: 'page', page: { url: page.url } }];
  expect(sent).toEqual([...missed, { kind: 'begin' }]);
  // The engine welcomes whom it knows now.
  receive({ kind: 'token', token: 't' });
  receive(WELCOME);
  expect(sent).toEqual([...missed, { kind: 'begin' }, message('one')]);
});

it('asks for a token once, and sends the first message with it', () => {
  const { session, outbox, sent, connect, receive, token } = started();
  connect();
  outbox.add(message('one'), 1);
  session.flush();
  session.flush();
  expect(sent).toEqual([{ kind: 'begin' }]);
  receive({ kind: 'token', token: 't' });
  expect([token(), sent.at(-1)]).toEqual(['t', message('one')]);
});

it('sends one after the other, and each again after a new welcome until it is accepted', () => {
  const { session, outbox, sent, connect, lose, receive } = started({ known: 't' });
  outbox.add(message('one'), 1);
  outbox.add(message('two'), 2);
  session.flush();
  expect(sent).toEqual([]);
  connect();
  lose();
  connect();
  expect(sent).toEqual([message('one'), message('one')]);
  receive({ kind: 'accepted', id: 'one' });
  expect(sent.at(-1)).toEqual(message('two'));
  receive({ kind: 'accepted', id: 'two' });
  expect(outbox.entries()).toEqual([]);
});

it('waits as long as the engine says, and nothing overtakes', () => {
  const { outbox, sent, connect, receive, session } = started({ known: 't' });
  connect();
  outbox.add(message('one'), 1);
  session.flush();
  receive({ kind: 'refused', id: 'one', code: 'too_many', wait: 1000 });
  outbox.add(message('two'), 2);
  session.flush();
  vi.advanceTimersByTime(999);
  expect(sent).toEqual([message('one')]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([message('one'), message('one')]);
});

it('goes on with the next when one is refused for good', () => {
  const { outbox, sent, connect, receive } = started({ known: 't' });
  for (const id of ['one', 'two']) outbox.add(message(id), 1);
  connect();
  receive({ kind: 'refused', id: 'one', code: 'invalid' });
  expect([sent.at(-1), outbox.entries().length]).toEqual([message('two'), 1]);
});

it('forgets a token that is gone, and says hello again', () => {
  const { connect, receive, renew, token } = started({ known: 't' });
  connect();
  receive({ kind: 'gone', what: 'token' });
  expect([token(), renew.mock.calls.length]).toEqual([undefined, 1]);
});

it('while the engine is off everything goes to the website once, in order, and again only if it is never answered', () => {
  const { session, outbox, sent, receive, connect } = started({ known: 't' });
  const ids = (): readonly string[] => sent.flatMap((frame) => ('id' in frame ? [frame.id] : []));
  receive({ kind: 'off', isOff: true });
  for (const [at, id] of ['one', 'two'].entries()) outbox.add(message(id), at);
  session.flush();
  expect(ids()).toEqual(['one']);
  receive({ kind: 'kept', id: 'one' });
  receive({ kind: 'kept', id: 'two' });
  session.flush();
  expect(ids()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(3_600_000);
  session.flush();
  expect(ids()).toHaveLength(2);

  receive({ kind: 'off', isOff: false });
  expect(ids()).toEqual(['one', 'two', 'one']);
  receive({ kind: 'kept', id: 'one' });
  receive({ kind: 'accepted', id: 'one' });
  // The rest was answered while nobody was here.
  receive({
    ...WELCOME,
    messages: [{ id: '9', at: 1, from: 'visitor', type: 'text', clientId: 'two' }],
  });
  expect(outbox.entries()).toEqual([]);
  connect();
  expect(ids().slice(3)).toEqual(['two']);
});
