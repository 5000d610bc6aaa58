import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '#main/clock/clock.ts';
import { createCertificates } from '#main/exposure/certificates.ts';
import { startExposure, type Exposure } from '#main/exposure/exposure.ts';
import { networkAddresses } from '#main/exposure/network-addresses.ts';
import { askPublic } from '#main/exposure/public-answer.ts';
import { createTunnelTools, type TunnelTools } from '#main/exposure/tunnels/kinds.ts';
import type { Listener } from '#main/listener/listener.ts';
import type { Vault } from '#main/settings/ports.ts';
import type { Settings } from '#main/settings/settings.ts';

export interface WayInOptions {
  readonly settings: Settings;
  readonly listener: Listener;
  readonly vault: Vault;
  readonly dataDir: string;
  readonly pkcs12Worker: string | URL;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChange: () => void;
}

/** Opens the way in that the settings name, with what this computer has for it. */
export async function startWayIn({
  listener,
  vault,
  dataDir,
  pkcs12Worker,
  ...options
}: WayInOptions): Promise<{ readonly exposure: Exposure; readonly tunnelTools: TunnelTools }> {
  const { clock, log } = options;
  const tunnelTools = createTunnelTools({ folder: dataDir, clock, env: process.env });
  const exposure = await startExposure({
    ...options,
    listenerUrl: listener.url,
    doors: listener,
    startTunnel: tunnelTools.start,
    ask: askPublic,
    certificates: createCertificates({
      folder: join(dataDir, 'certificates'),
      vault,
      clock,
      log,
      computerName: hostname(),
      pkcs12: { worker: pkcs12Worker },
    }),
    names: () => ['localhost', hostname(), '127.0.0.1', ...networkAddresses().map(({ address }) => address)],
  });
  return { exposure, tunnelTools };
}
