import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate, trustCertificate } from '../../fixtures/certificates.ts';
import { openConversation } from '../../fixtures/conversation.ts';
import { type Host, startHost } from '../../fixtures/host.ts';
import { answer, bodyOf, startIntegrator, type Integrator, type Reaction } from '../../fixtures/integrator.ts';
import { createQuickClock } from '../../fixtures/quick-clock.ts';

let distrust: () => void;
/** Its verdict of nine seconds falls at once. */
let host: Host;
/** For names, handshakes and other chats, which take their time. */
let patient: Host;
let integrator: Integrator;
let trusted: Integrator;
let stranger: Integrator;

beforeAll(async () => {
  integrator = await startIntegrator();
  trusted = await startIntegrator({ tls: certificate('trusted'), hostName: 'localhost' });
  stranger = await startIntegrator({ tls: certificate('stranger'), hostName: 'localhost' });
  distrust = trustCertificate();
  [host, patient] = await Promise.all([
    startHost({ clock: createQuickClock() }),
    startHost({ clock: createQuickClock(2) }),
  ]);
});

afterAll(async () => {
  await Promise.all([host.remove(), patient.remove()]);
  distrust();
  await Promise.all([integrator, trusted, stranger].map((each) => each.stop()));
});

const invalid: readonly (readonly [string, Reaction, object])[] = [
  ['500', answer.body('{"result":"ok"}', 500), { kind: 'status', status: 500 }],
  ['an answer over 64 KiB', answer.oversized, { kind: 'invalid_answer' }],
  ['a body that never ends', answer.slowBody, { kind: 'timeout' }],
  ['no answer', answer.hang, { kind: 'timeout' }],
  ['a reset connection', answer.reset, { kind: 'unreachable' }],
];

describe.concurrent('every invalid response is a failure with its reason', () => {
  test.each(invalid)('%s: three attempts with the same id, then the result', async (name, reaction, error) => {
    const endpoint = integrator.endpoint(encodeURIComponent(name));
    endpoint.react(reaction);
    const { reply, verdict, channel } = await openConversation(host, { endpoint: endpoint.url });
    const message = await reply('Good day');
    const failed = await verdict(message.id);
    expect(failed).toMatchObject({ state: 'failed', attempts: 3, error });
    expect(endpoint.received.map((received) => bodyOf(received).message.id)).toEqual([
      message.id,
      message.id,
      message.id,
    ]);
    expect((await channel.chatOf('"ann"')).hasFailed).toBe(true);
  });
});

describe.concurrent('the network', () => {
  test('an untrusted certificate: tls', async () => {
    const endpoint = stranger.endpoint('hook');
    const { reply, verdict } = await openConversation(patient, { endpoint: endpoint.url });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({ state: 'failed', attempts: 3, error: { kind: 'tls' } });
    expect(endpoint.received).toEqual([]);
  });

  test('a certificate for another name: tls', async () => {
    const endpoint = trusted.endpoint('other-name');
    const { reply, verdict } = await openConversation(patient, {
      endpoint: endpoint.url.replace('localhost', '127.0.0.1'),
    });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({ state: 'failed', error: { kind: 'tls' } });
    expect(endpoint.received).toEqual([]);
  });

  test('a trusted certificate: delivered over https', async () => {
    const endpoint = trusted.endpoint('hook');
    const { reply, verdict } = await openConversation(patient, { endpoint: endpoint.url });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(endpoint.received).toHaveLength(1);
  });

  test('an unknown host: unreachable', async () => {
    const { reply, verdict } = await openConversation(patient, { endpoint: 'https://no-such-shop.invalid/hook' });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({ state: 'failed', error: { kind: 'unreachable' } });
  });

  test.each([302, 308])('a redirect (%i) is never followed', async (status) => {
    const target = integrator.endpoint(`target-${status}`);
    const endpoint = integrator.endpoint(`moved-${status}`);
    endpoint.react(answer.redirect(target.url, status));
    const { reply, verdict } = await openConversation(patient, { endpoint: endpoint.url });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({
      state: 'failed',
      attempts: 3,
      error: { kind: 'redirect', status },
    });
    expect(target.received).toEqual([]);
    expect(endpoint.received).toHaveLength(3);
  });

  test('an unanswered attempt is aborted before the next one begins', async () => {
    const endpoint = integrator.endpoint('ended');
    endpoint.react(answer.hang, answer.ok);
    const { reply, verdict } = await openConversation(patient, { endpoint: endpoint.url });
    const message = await reply('Good day');
    const [first] = await endpoint.waitFor(1);
    await first?.ended;
    expect(await verdict(message.id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

describe.concurrent('a positive response', () => {
  const good: readonly (readonly [string, Reaction])[] = [
    ['an object with result ok', answer.ok],
    ['any content type', answer.body('{"result":"ok"}', 200, 'text/html')],
  ];

  test.each(good)('%s: delivered at the first attempt', async (name, reaction) => {
    const endpoint = integrator.endpoint(encodeURIComponent(`good-${name}`));
    endpoint.react(reaction);
    const { reply, verdict, channel } = await openConversation(host, { endpoint: endpoint.url });
    const message = await reply('Good day');
    const delivered = await verdict(message.id);
    expect(delivered).toMatchObject({ state: 'delivered', attempts: 1, deliveredAt: expect.any(Number) as number });
    expect(delivered).not.toHaveProperty('error');
    expect(endpoint.received).toHaveLength(1);
    expect((await channel.chatOf('"ann"')).hasFailed).toBe(false);
  });

  test('ends the attempts', async () => {
    const endpoint = integrator.endpoint('second-time');
    endpoint.react(answer.body('', 500), answer.ok);
    const { reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
    const first = await reply('one');
    expect(await verdict(first.id)).toMatchObject({ state: 'delivered', attempts: 2 });
    const second = await reply('two');
    await verdict(second.id);
    expect(endpoint.received.map((received) => bodyOf(received).message.text)).toEqual(['one', 'one', 'two']);
  });
});

describe.concurrent('a response with an error', () => {
  test('is shown at once with its code and message, and the attempts continue', async () => {
    const endpoint = integrator.endpoint('refusing');
    endpoint.react(answer.error('busy', 'Try later'));
    const { reply, delivery, verdict } = await openConversation(host, { endpoint: endpoint.url });
    const message = await reply('Good day');
    const shown = await delivery(message.id, ({ error }) => error !== undefined);
    expect(shown).toMatchObject({
      state: 'sending',
      attempts: 1,
      error: { kind: 'refused', code: 'busy', message: 'Try later' },
    });
    const [, second] = await endpoint.waitFor(2);
    expect(shown.at).toBeLessThan(second?.arrivedAt ?? 0);
    expect(await verdict(message.id)).toMatchObject({
      state: 'failed',
      attempts: 3,
      error: { kind: 'refused', code: 'busy', message: 'Try later' },
    });
  });

  test('is discarded when a later attempt is accepted', async () => {
    const endpoint = integrator.endpoint('refusing-once');
    endpoint.react(answer.error('busy', 'Try later'), answer.ok);
    const { reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
    const message = await reply('Good day');
    const delivered = await verdict(message.id);
    expect(delivered).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(delivered).not.toHaveProperty('error');
  });
});

describe.concurrent('order', () => {
  test('a later reply waits for the result of the previous one, while another chat continues', async () => {
    const endpoint = integrator.endpoint('order');
    endpoint.react(answer.body('', 500), answer.body('', 500), answer.body('', 500), answer.ok);
    const slow = await openConversation(patient, { endpoint: endpoint.url });
    const other = await openConversation(patient, { endpoint: integrator.endpoint('order-other').url });
    const first = await slow.reply('first');
    const second = await slow.reply('second');
    const passing = await other.verdict((await other.reply('passing')).id);
    const failed = await slow.verdict(first.id);
    expect(failed.state).toBe('failed');
    expect(passing.at).toBeLessThan(failed.at);
    expect(await slow.verdict(second.id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(endpoint.received.map((received) => bodyOf(received).message.text)).toEqual([
      'first',
      'first',
      'first',
      'second',
    ]);
  });

  test('a failing chat does not delay another chat of the same endpoint', async () => {
    const endpoint = integrator.endpoint('same-endpoint');
    const { channel, events, chatId } = await openConversation(patient, { endpoint: endpoint.url });
    endpoint.react(answer.hang, answer.ok);
    await patient.rpc('chats.reply', { chatId, text: 'held up' });
    await endpoint.waitFor(1);
    await channel.say('bob', 'Hello');
    const bob = await channel.chatOf('"bob"');
    await patient.rpc('chats.reply', { chatId: bob.id, text: 'goes on' });
    const delivered = await events.waitFor(
      'message.changed',
      ({ message }) => message.text === 'goes on' && message.delivery?.state === 'delivered',
    );
    const [, , again] = await endpoint.waitFor(3);
    expect(delivered.arrivedAt).toBeLessThan(again?.arrivedAt ?? 0);
  });

  test('many replies of one chat are delivered in the order of acceptance', async () => {
    const endpoint = integrator.endpoint('many');
    const { reply, verdict } = await openConversation(patient, { endpoint: endpoint.url });
    const texts = Array.from({ length: 30 }, (_, index) => `reply ${index}`);
    let last = '';
    for (const text of texts) last = (await reply(text)).id;
    await verdict(last);
    expect(endpoint.received.map((received) => bodyOf(received).message.text)).toEqual(texts);
  });
});

describe.concurrent('resending', () => {
  test('a failed reply is delivered with the same id when the endpoint is back', async () => {
    const endpoint = integrator.endpoint('again');
    endpoint.react(answer.body('', 500), answer.body('', 500), answer.body('', 500), answer.ok);
    const { reply, verdict, delivery, channel } = await openConversation(host, { endpoint: endpoint.url });
    const message = await reply('Good day');
    expect(await verdict(message.id)).toMatchObject({ state: 'failed' });
    const resent = await host.rpc('messages.resend', { messageId: message.id });
    expect(resent).toMatchObject({ id: message.id, delivery: { state: 'sending' } });
    expect(await delivery(message.id, ({ state }) => state === 'delivered')).toMatchObject({
      state: 'delivered',
      attempts: 1,
    });
    expect(bodyOf(endpoint.received[3]).message).toEqual({ type: 'text', id: message.id, text: 'Good day' });
    expect((await channel.chatOf('"ann"')).hasFailed).toBe(false);
    expect(await host.ask('messages.resend', { messageId: message.id })).toMatchObject({
      ok: false,
      error: { code: 'not_failed' },
    });
  });

  test('a message other than a reply, or an unknown one, cannot be resent', async () => {
    const { channel } = await openConversation(host);
    const [heard] = await channel.receivedBy('"ann"');
    expect(await host.ask('messages.resend', { messageId: heard?.id })).toMatchObject({ ok: false });
    expect(await host.ask('messages.resend', { messageId: 'none' })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });
});

test('each attempt is in the journal', async () => {
  const endpoint = integrator.endpoint('journal');
  endpoint.react(answer.body('', 500), answer.ok);
  const { reply, verdict } = await openConversation(host, { endpoint: endpoint.url });
  const message = await reply('Good day');
  await verdict(message.id);
  const { entries } = await host.rpc('journal.list', { messageId: message.id });
  expect(entries.map(({ direction, outcome, status, kind }) => [direction, outcome, status, kind])).toEqual([
    ['out', 'delivered', 200, 'reply'],
    ['out', 'failed', 500, 'reply'],
  ]);
});
