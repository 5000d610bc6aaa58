import type { ConnectionProblem, ConnectionSettings, TunnelStatus } from '#shared/contract/connection.ts';
import { pinOf, tunnelAsSet, withPin, type ConnectionSecrets, type TunnelSettings } from '#shared/contract/tunnels.ts';
import type { Door, Doors, KeptTunnel, TunnelSurroundings } from './ports.ts';
import { problemOf } from '#shared/locales/phrase.ts';

export interface TunnelStart extends Pick<TunnelSurroundings, 'take'> {
  readonly settings: TunnelSettings;
  readonly secrets: ConnectionSecrets;
  /** of the tunnel's door, on loopback */
  readonly port: number;
  readonly onChange: () => void;
}

interface Opened {
  readonly door: Door;
  readonly kept: KeptTunnel;
  readonly opening: string;
}

/** Keeps the configured tunnel and its door as the settings require. */
export function createTunnelDoor(options: {
  readonly doors: Doors;
  readonly startTunnel: (start: TunnelStart) => KeptTunnel;
  readonly onChange: () => void;
}) {
  let opened: Opened | undefined;
  let broken: ConnectionProblem | undefined;

  const close = async (): Promise<void> => {
    const before = opened;
    opened = undefined;
    // The door first: open requests are still answered through the tunnel.
    await before?.door.stop();
    await before?.kept.stop();
  };
  const open = async (settings: ConnectionSettings, secrets: ConnectionSecrets, opening: string): Promise<void> => {
    const { tunnel } = settings;
    const door = await options.doors.open({ through: 'tunnel', host: '127.0.0.1', ...tunnelAsSet(tunnel).door });
    const onChange = (): void => {
      if (opened?.opening === opening) options.onChange();
    };
    const { port, take } = door;
    const kept = options.startTunnel({ settings: tunnel, secrets, port, take, onChange });
    opened = { door, opening, kept };
  };

  return {
    /** opens, changes or closes both; never rejects: errors are in the status */
    become: async (settings: ConnectionSettings, secrets: ConnectionSecrets): Promise<void> => {
      const { tunnel } = settings;
      // Pinning a key while the tunnel runs is no reason to restart it.
      const set = withPin(tunnel, { ...pinOf(tunnel), value: null })[tunnel.kind];
      const opening = JSON.stringify([tunnel.kind, set, secrets]);
      if (settings.way === 'tunnel' && opened?.opening === opening) return;
      broken = undefined;
      await close();
      if (settings.way !== 'tunnel') return;
      await open(settings, secrets, opening).catch(() => {
        broken = problemOf('reach.tunnel.door');
      });
    },
    status: (): TunnelStatus =>
      opened?.kept.status() ?? (broken === undefined ? { state: 'off' } : { state: 'waiting', problem: broken }),
    wake: () => opened?.kept.wake(),
    retryNow: () => {
      if (opened?.kept.status().state === 'waiting') opened.kept.retryNow();
    },
    stop: close,
  };
}
