import type { Exposure } from '#main/exposure/exposure.ts';
import type { Handlers } from './router.ts';

export interface ConnectionHandlerOptions {
  readonly exposure: Exposure;
  /** what is found on this computer to make tunnels with */
  readonly tunnelTools: Handlers['connection.tools'];
}

/** What the console asks about the way in. */
export function connectionHandlers({ exposure, tunnelTools }: ConnectionHandlerOptions): Pick<Handlers, Extract<keyof Handlers, `connection.${string}`>> {
  return {
    'connection.get': async () => exposure.view(),
    'connection.change': (change) => exposure.change(change),
    'connection.check': () => exposure.check(),
    'connection.importCertificate': (given) => exposure.importCertificate(given),
    'connection.authority': async () => exposure.authority(),
    'connection.forgetHostKey': () => exposure.forgetHostKey(),
    'connection.dismissFormerUrl': () => exposure.dismissFormerUrl(),
    'connection.dismissMovedPort': () => exposure.dismissMovedPort(),
    'connection.tools': tunnelTools,
  };
}
