import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '#main/clock/clock.ts';
import { invitationOf, joinShop, lookAtInvitation, type JoinedShop } from '#main/seat/join.ts';
import { startRemoteEngine, type RemoteEngine } from '#main/seat/remote-engine.ts';
import type { SeatConnection } from '#shared/contract/desktop.ts';
import { CONTRACT_VERSION, type EventFrame } from '#shared/contract/events.ts';
import { HostUnreachable } from '#main/seat/host-requests.ts';
import { startHost, type Host } from '../fixtures/host.ts';
import { startOtherVersion } from '../fixtures/other-version.ts';
import { tellsOf } from '../fixtures/stale-answers.ts';

const SECOND = 1000;
let host: Host;
let joined: JoinedShop;
let seat: RemoteEngine;
let connection: SeatConnection | undefined;
let shop: string | undefined;
const frames: EventFrame[] = [];
const becomes = (state: SeatConnection['state']) =>
  vi.waitFor(() => expect(connection?.state).toBe(state), 30 * SECOND);

beforeAll(async () => {
  host = await startHost({ args: ['--team', '127.0.0.1:0'] });
});
afterAll(async () => {
  seat.stop();
  await host.remove();
});

test('an app joins with the link of an invitation, which works once', async () => {
  const { app, web } = await host.rpc('invitations.create', { name: 'Ivan', role: 'operator' });
  expect(await lookAtInvitation(invitationOf(web))).toMatchObject({ name: 'Ivan' });
  joined = await joinShop(invitationOf(app), 'Reception');
  expect(joined.addresses).toEqual([host.team]);
  await expect(joinShop(invitationOf(app), 'Reception')).rejects.toMatchObject({ code: 'invitation_used' });
});

test('a host with another key than the invitation’s is sent nothing', async () => {
  const { app } = await host.rpc('invitations.create', { name: 'Oleg', role: 'operator' });
  await expect(joinShop({ ...invitationOf(app), pin: joined.deviceKey }, 'Reception')).rejects.toMatchObject({
    code: 'host_unreachable',
    reason: { code: 'errors:seat.unreachable.otherKey' },
  });
  expect((await host.rpc('invitations.list', {})).invitations).toMatchObject([{ name: 'Oleg' }]);
});

test('the seat works as the new colleague: requests, events, files, presence', async () => {
  seat = startRemoteEngine({
    seat: joined,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onConnection: (now) => (connection = now),
    onAddresses: () => undefined,
    onShop: (name) => (shop = name),
  });
  seat.subscribe((frame) => frames.push(frame));
  expect(await seat.request('operators.me', {})).toMatchObject({ ok: true, data: { name: 'Ivan', role: 'operator' } });
  await seat.request('operators.setPresence', { presence: 'online' });
  await vi.waitFor(() =>
    expect(frames.flat().some((event) => event.name !== 'hello' && tellsOf('operators.list')(event))).toBe(true),
  );
  seat.setPresent(false);
  const isAvailable = async () =>
    (await host.rpc('operators.list', {})).operators.find(({ name }) => name === 'Ivan')?.available;
  await vi.waitFor(async () => expect(await isAvailable()).toBe(false));
  seat.setPresent(true);
  await vi.waitFor(async () => expect(await isAvailable()).toBe(true));
  await host.rpc('team.change', { name: 'Lamps & more' });
  await vi.waitFor(() => expect(shop).toBe('Lamps & more'));
  const bytes = Buffer.alloc(300_000, 'lamp');
  const { status } = await seat.media({
    method: 'POST',
    url: `/media/uploads?name=lamp.txt&size=${bytes.length}`,
    body: (async function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    })(),
    signal: new AbortController().signal,
  });
  expect(status).toBe(200);
});

test('what is for owners is refused to it', async () => {
  expect(await seat.request('connection.get', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});

test('it goes on after a restart of the host', async () => {
  const port = new URL(host.team ?? '').port;
  await host.stop();
  await becomes('reconnecting');
  host = await host.restart({ args: ['--team', `127.0.0.1:${port}`] });
  await becomes('connected');
  expect(await seat.request('operators.me', {})).toMatchObject({ ok: true });
});

test('removed at the host while connected, it learns so at once', async () => {
  await host.rpc('devices.remove', { deviceId: joined.deviceId });
  await becomes('removed');
  expect(await seat.request('operators.me', {})).toMatchObject({ ok: false, error: { code: 'not_signed_in' } });
});

test('a host that is upgraded past the app is not used, one that is older as far as it can, and both are said', async () => {
  const { app } = await host.rpc('invitations.create', { name: 'Zoe', role: 'operator' });
  const zoe = await joinShop(invitationOf(app), 'Desk');
  const versions = await startOtherVersion(host.console, { contract: CONTRACT_VERSION });
  let state: SeatConnection | undefined;
  const windows: EventFrame[] = [];
  const seatOfZoe = startRemoteEngine({
    seat: { ...zoe, addresses: [versions.url] },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onConnection: (now) => (state = now),
    onAddresses: () => undefined,
    onShop: () => undefined,
  });
  seatOfZoe.subscribe((frame) => windows.push(frame));
  const is = (expected: object) => vi.waitFor(() => expect(state).toMatchObject(expected), 30 * SECOND);
  await is({ state: 'connected', hostIsOlder: false });
  expect(await seatOfZoe.request('tags.list', {})).toMatchObject({ ok: true });

  versions.become({ contract: CONTRACT_VERSION + 1 });
  await is({ state: 'hostIsNewer' });
  await expect(seatOfZoe.request('tags.list', {})).rejects.toBeInstanceOf(HostUnreachable);
  const seen = windows.length;
  await host.rpc('team.change', { name: 'Newer lamps' });

  versions.become({ contract: CONTRACT_VERSION - 1, without: ['tags.list'] });
  await is({ state: 'connected', hostIsOlder: true });
  // What a newer host says means nothing here.
  expect(windows.slice(seen).flat()[0]).toMatchObject({ name: 'hello', contract: CONTRACT_VERSION - 1 });
  expect(await seatOfZoe.request('operators.me', {})).toMatchObject({ ok: true, data: { name: 'Zoe' } });
  expect(await seatOfZoe.request('tags.list', {})).toMatchObject({
    ok: false,
    error: { code: 'unknown_route', reason: { code: 'errors:seat.olderHost' } },
  });
  versions.become({ contract: CONTRACT_VERSION });
  await is({ state: 'connected', hostIsOlder: false });
  expect(await seatOfZoe.request('tags.list', {})).toMatchObject({ ok: true });
  seatOfZoe.stop();
  await versions.stop();
});
