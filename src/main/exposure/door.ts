import type { DoorSettings, DoorStatus, DoorView } from '#shared/contract/joining.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import type { Certificates } from './certificates.ts';
import type { ListenerControl } from './ports.ts';
import type { Exposure } from './exposure.ts';
import type { Settings } from '#main/settings/settings.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';

/** The team's door, for a host to open: what the owner wants, and where to report how it went. */
export interface Door {
  readonly wanted: () => DoorSettings;
  /** calls back when that changes, or its certificate may; returns how to stop */
  readonly onWanted: (listener: () => void) => () => void;
  /** by this installation's authority, for this computer's names as they are now. Coded error: secret_lost */
  readonly certificate: () => ReturnType<Certificates['serverCertificate']>;
  readonly report: (status: DoorStatus) => void;
  /** the host has a console besides the door, at this address of this computer */
  readonly reportConsole: (url: string) => void;
  /** where colleagues reach the console, the likeliest first; empty: nowhere */
  readonly addresses: () => readonly HostAddress[];
  /** what `GET /reach/<nonce>` of the console answers; undefined: no such nonce */
  readonly answerTo: (nonce: string) => string | undefined;
}

/** The door, for the engine's own parts. */
export type OwnDoor = ReturnType<typeof createDoor>;

/** Of the door, in an invitation. */
const MAX_ADDRESSES = 6;

/** The door's settings, and its status as the host last reported it. */
export function createDoor({
  settings,
  exposure,
  emit,
}: {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly exposure: Pick<Exposure, 'ownCertificate' | 'renewKey' | 'onRenewal'>;
  readonly emit: Emit;
}): Door & {
  readonly view: () => DoorView;
  /** the console answers this nonce so, until the returned function is called */
  readonly expect: ListenerControl['expect'];
  /** replaces the key that the door is known by */
  readonly renewKey: () => Promise<DoorView>;
  readonly change: (change: { readonly [F in keyof DoorSettings]?: DoorSettings[F] | undefined }) => Promise<DoorView>;
} {
  const listeners = new Set<() => void>();
  const nonces = new Map<string, string>();
  let status: DoorStatus = { isOpen: false, urls: [], isFixed: false };
  let consoleUrl: string | undefined;
  const view = (): DoorView => ({ ...settings.current().door, ...status });
  const tell = (): void => listeners.forEach((listener) => listener());
  exposure.onRenewal(tell);
  return {
    wanted: () => settings.current().door,
    onWanted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    certificate: exposure.ownCertificate,
    report: (now) => {
      if (JSON.stringify(now) === JSON.stringify(status)) return;
      status = now;
      emit('door.changed', view());
    },
    reportConsole: (url) => {
      consoleUrl = url;
    },
    addresses: () => {
      const { outside } = settings.current().door;
      const urls = status.urls.slice(0, MAX_ADDRESSES).map(({ url }) => url);
      const isHere = (url: string): boolean => isLoopback(new URL(url).hostname);
      const known = [
        ...urls.filter((url) => !isHere(url)),
        ...(outside === '' ? [] : [{ u: outside }]),
        ...urls.filter(isHere),
      ];
      return known.length > 0 || consoleUrl === undefined ? known : [consoleUrl];
    },
    answerTo: (nonce) => nonces.get(nonce),
    expect: (nonce, answer) => {
      nonces.set(nonce, answer);
      return () => void nonces.delete(nonce);
    },
    view,
    change: async (change) => {
      await settings.write('changeSettings', { door: change });
      emit('door.changed', view());
      tell();
      return view();
    },
    renewKey: async () => {
      await exposure.renewKey();
      return view();
    },
  };
}
