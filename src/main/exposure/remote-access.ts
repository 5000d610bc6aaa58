import type {
  remoteAccessRoutes,
  RemoteAccessSettings,
  RemoteAccessStatus,
  RemoteAccessView,
} from '#shared/contract/joining.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import type { Exposure } from './exposure.ts';
import { createNonces } from './reach.ts';
import type { Settings } from '#main/settings/settings.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';

/** Remote access, for a host to open: what the owner wants, and where to report how it went. */
export type RemoteAccess = Omit<OwnRemoteAccess, 'calls' | 'view' | 'makeNonce'>;

/** Remote access, for the engine's own parts. */
export type OwnRemoteAccess = ReturnType<typeof createRemoteAccess>;

/** Maximum number of remote access addresses in an invitation. */
const MAX_ADDRESSES = 6;

/** The settings of remote access, and its status as the host last reported it. */
export function createRemoteAccess({
  settings,
  devices,
  exposure,
  nonceKey,
  touch,
}: {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly devices: { readonly signOutAll: (exceptId: string | undefined) => Promise<void> };
  readonly exposure: Pick<Exposure, 'ownCertificate' | 'renewKey' | 'onRenewal'>;
  /** signs what the console answers to checks */
  readonly nonceKey: Buffer;
  readonly touch: Touch;
}) {
  const listeners = new Set<() => void>();
  const nonces = createNonces(nonceKey);
  let status: RemoteAccessStatus = { isOpen: false, urls: [], isFixed: false };
  let consoleUrl: string | undefined;
  const wanted = (): RemoteAccessSettings => settings.current().remoteAccess;
  const view = (): RemoteAccessView => ({ ...wanted(), ...status });
  const tell = (): void => listeners.forEach((listener) => listener());
  exposure.onRenewal(tell);
  const addresses = (): readonly HostAddress[] => {
    const { outside } = wanted();
    const urls = status.urls.slice(0, MAX_ADDRESSES).map(({ url }) => url);
    const isHere = (url: string): boolean => isLoopback(new URL(url).hostname);
    const known = [
      ...urls.filter((url) => !isHere(url)),
      ...(outside === '' ? [] : [{ u: outside }]),
      ...urls.filter(isHere),
    ];
    return known.length > 0 || consoleUrl === undefined ? known : [consoleUrl];
  };

  const calls = {
    'remoteAccess.addresses': async () => ({ addresses: [...addresses()] }),
    'remoteAccess.get': async () => view(),
    'remoteAccess.change': async (change) => {
      await settings.write('changeSettings', { remoteAccess: change });
      touch('remoteAccess');
      tell();
      return view();
    },
    'remoteAccess.renewKey': async (_input, { deviceId }) => {
      // First: whoever was invited, or has signed in, under the old key is known no more.
      await devices.signOutAll(deviceId);
      touch('invitations');
      await exposure.renewKey();
      return view();
    },
  } satisfies CallsOf<typeof remoteAccessRoutes>;
  return {
    calls,
    wanted,
    /** calls back when that changes, or its certificate may; returns how to stop */
    onWanted: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** by this installation's authority, for this computer's names as they are now. Coded error: secret_lost */
    certificate: exposure.ownCertificate,
    report: (now: RemoteAccessStatus): void => {
      if (JSON.stringify(now) === JSON.stringify(status)) return;
      status = now;
      touch('remoteAccess');
    },
    /** the host has a console besides remote access, at this address of this computer */
    reportConsole: (url: string): void => {
      consoleUrl = url;
    },
    /** addresses at which colleagues reach the console, the likeliest first; empty: none */
    addresses,
    /** answers `GET /reach/<nonce>` of the console; undefined: no such nonce */
    answerTo: nonces.answerTo,
    makeNonce: nonces.make,
    view,
  };
}
