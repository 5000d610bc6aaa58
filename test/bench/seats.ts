import { pino } from 'pino';
import { systemClock } from '#main/clock/clock.ts';
import { startRemoteEngine, type RemoteEngine } from '#main/seat/remote-engine.ts';

/** A seat at remote access of a host with this key, as the app starts it, with an access key instead of a device's. */
export function startSeat(remoteAccess: string, pin: string, accessKey: string): RemoteEngine {
  return startRemoteEngine({
    seat: { operatorId: '', deviceKey: accessKey, pin, addresses: [remoteAccess], shop: '' },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onConnection: () => undefined,
    onAddresses: () => undefined,
    onShop: () => undefined,
  });
}
