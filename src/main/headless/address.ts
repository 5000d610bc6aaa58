import { isIPv6 } from 'node:net';

/** Where a server listens; port 0: the system picks a free one. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT`, an IPv6 host in brackets; undefined where it is neither. */
export function parseAddress(text: string): Address | undefined {
  const parts = /^(?:\[(?<six>[0-9A-Fa-f:.%]+)\]|(?<name>[A-Za-z0-9._-]+)):(?<port>\d{1,5})$/.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const host = parts['six'] ?? parts['name'];
  const port = Number(parts['port']);
  if (host === undefined || port > 65_535) return undefined;
  return parts['six'] !== undefined && !isIPv6(host) ? undefined : { host, port };
}

/** The address as a browser on this machine reaches it: "all addresses" become the loopback one. */
export function browserUrl({ host, port }: Address): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
