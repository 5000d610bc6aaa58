import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { hostOf, kindOf } from '#main/outgoing/address-guard.ts';
import type { SeatTrouble } from '#shared/contract/desktop.ts';
import type { HostAddress } from '#shared/domain/invitation.ts';
import { systemCode } from '#shared/domain/system-code.ts';
import { urlOf, WrongKey } from './pinned-tls.ts';

/** A failed attempt at one of a host's addresses: an error, or the status of whatever stands in front of it. */
export interface Failure {
  readonly address: HostAddress;
  readonly cause: unknown;
}

const WRONG_DATE = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);
/** A proxy's, whose other side does not answer. */
const GATEWAY = new Set([502, 503, 504]);

/** Finds why none of a host's addresses could be used, as far as this computer can tell; the surest reason first. */
export function troubleOf(failures: readonly Failure[], interfaces = networkInterfaces()): SeatTrouble {
  const causes = failures.map((failure) => failure.cause);
  const codes = causes.map((result) => systemCode(result) ?? '');
  if (causes.some((result) => result instanceof WrongKey)) return 'otherKey';
  if (codes.some((code) => WRONG_DATE.has(code))) return 'clock';
  if (codes.includes('ECONNREFUSED') || causes.some((result) => GATEWAY.has(Number(result)))) return 'refused';
  const networks = Object.values(interfaces).flatMap((network = []) => network.filter(({ internal }) => !internal));
  if (networks.length === 0) return 'offline';
  const hosts = failures.map(({ address }) => hostOf(new URL(urlOf(address))));
  const near = new BlockList();
  for (const { address, cidr, family } of networks)
    near.addSubnet(address, Number(cidr?.split('/')[1] ?? 32), family === 'IPv4' ? 'ipv4' : 'ipv6');
  const isElsewhere = hosts.every(
    (host) => kindOf(host) === 'own' && !near.check(host, isIPv6(host) ? 'ipv6' : 'ipv4'),
  );
  return isElsewhere ? 'elsewhere' : 'silent';
}
