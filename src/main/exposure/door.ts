import type { CertificateInfo } from '#shared/contract/connection.ts';
import type { DoorSettings, DoorStatus, DoorView } from '#shared/contract/door.ts';
import type { Emit } from '#shared/contract/events.ts';
import type { ServerCertificate } from './ports.ts';
import type { Settings } from '#main/settings/settings.ts';

/** The team's door, for a host to open: what the owner wants, and where to report how it went. */
export interface Door {
  readonly wanted: () => DoorSettings;
  /** calls back when that changes; returns how to stop */
  readonly onWanted: (listener: () => void) => () => void;
  /** by this installation's authority, for this computer's names as they are now. Coded error: secret_lost */
  readonly certificate: () => Promise<{ readonly certificate: ServerCertificate; readonly info: CertificateInfo }>;
  readonly report: (status: DoorStatus) => void;
}

/** The door, for the engine's own parts. */
export type OwnDoor = ReturnType<typeof createDoor>;

/** The door's settings, and its status as the host last reported it. */
export function createDoor({
  settings,
  certificate,
  emit,
}: {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly certificate: Door['certificate'];
  readonly emit: Emit;
}): Door & {
  readonly view: () => DoorView;
  readonly change: (change: { readonly [F in keyof DoorSettings]?: DoorSettings[F] | undefined }) => Promise<DoorView>;
} {
  const listeners = new Set<() => void>();
  let status: DoorStatus = { isOpen: false, urls: [], isFixed: false };
  const view = (): DoorView => ({ ...settings.current().door, ...status });
  return {
    wanted: () => settings.current().door,
    onWanted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    certificate,
    report: (now) => {
      if (JSON.stringify(now) === JSON.stringify(status)) return;
      status = now;
      emit('door.changed', view());
    },
    view,
    change: async (change) => {
      await settings.write('changeSettings', { door: change });
      emit('door.changed', view());
      for (const listener of listeners) listener();
      return view();
    },
  };
}
