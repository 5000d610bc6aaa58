import { describe, expect, test } from 'vitest';
import { close, customerWrote, opened, reopen, reply, take } from './chat-rules.ts';

describe('a chat', () => {
  const waiting = opened(1000);
  const mine = { state: 'active', operatorId: 'olga', waitingSince: 1000 } as const;

  test('opens waiting, since its first message', () => {
    expect(waiting).toEqual({ state: 'waiting', waitingSince: 1000 });
    expect(customerWrote(waiting, 2000).waitingSince).toBe(1000);
  });

  test('that was answered waits again from the next message on', () => {
    expect(customerWrote({ state: 'active', operatorId: 'olga' }, 3000).waitingSince).toBe(3000);
  });

  test('is taken from the queue, and stays the taker’s', () => {
    expect(take(waiting, 'olga', false)).toEqual({ ok: true, changed: true, standing: mine });
    expect(take(mine, 'olga', false)).toEqual({ ok: true, changed: false, standing: mine });
  });

  test('of a colleague is taken only on purpose', () => {
    expect(take(mine, 'boris', false)).toEqual({ ok: false, refusal: 'chat_taken' });
    expect(take(mine, 'boris', true)).toMatchObject({ ok: true, standing: { operatorId: 'boris' } });
    expect(reply(mine, 'boris')).toEqual({ ok: false, refusal: 'chat_taken' });
  });

  test('that is answered is taken, and nobody waits any more', () => {
    expect(reply(waiting, 'olga')).toEqual({ ok: true, changed: true, standing: { state: 'active', operatorId: 'olga', waitingSince: undefined } });
  });

  test('that is closed can be neither taken nor answered, and closing again changes nothing', () => {
    const closed = close(mine);
    expect(closed).toMatchObject({ ok: true, changed: true, standing: { state: 'closed' } });
    expect(take({ state: 'closed' }, 'olga', true)).toEqual({ ok: false, refusal: 'chat_closed' });
    expect(reply({ state: 'closed' }, 'olga')).toEqual({ ok: false, refusal: 'chat_closed' });
    expect(close({ state: 'closed' })).toMatchObject({ ok: true, changed: false });
  });

  test('that is opened again stands as it stood before', () => {
    expect(reopen({ state: 'closed' }, waiting)).toEqual({ ok: true, changed: true, standing: waiting });
  });
});
