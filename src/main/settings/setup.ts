import type { Store } from '#main/store/store.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { Touch } from '#shared/contract/events.ts';
import type { setupRoutes } from '#shared/contract/setup.ts';
import type { Settings } from './settings.ts';

/** The first run, and what every window knows of the installation. */
export function createSetup({
  settings,
  store,
  addresses,
  beginBackups,
  touch,
  version,
}: {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly store: Pick<Store, 'readOnly'>;
  readonly addresses: { readonly local: () => string; readonly public: () => string };
  /** daily ones, as is usual */
  readonly beginBackups: () => Promise<unknown>;
  readonly touch: Touch;
  readonly version: string;
}) {
  const calls = {
    'setup.get': async (_input, { role }) => {
      const { setUp, connection } = settings.current();
      const publicUrl = connection.way === 'local' ? null : addresses.public();
      const shown =
        role === 'owner' ? { listenerUrl: addresses.local(), publicUrl } : { listenerUrl: '', publicUrl: null };
      return { done: setUp, databaseIsNewer: store.readOnly, ...shown, version };
    },
    'setup.finish': async () => {
      const { setUp, backups } = settings.current();
      await settings.write('changeSettings', { setUp: true });
      // Backups are on by default.
      if (!setUp && backups.since === 0) await beginBackups();
      touch('setup');
    },
  } satisfies CallsOf<typeof setupRoutes>;
  return { calls };
}
