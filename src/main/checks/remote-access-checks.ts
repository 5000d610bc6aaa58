import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { addAbortListener } from 'node:events';
import { WebSocket } from 'ws';
import { reachProblem, sendNonce } from '#main/exposure/reach.ts';
import { isVirtual, networkAddresses } from '#main/exposure/network.ts';
import { listenProblem } from '#main/exposure/network-server.ts';
import type { RemoteAccessView } from '#shared/contract/joining.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import { isLoopback } from '#shared/domain/endpoint.ts';
import { phrase, type Phrase, problemOf } from '#shared/locales/phrase.ts';
import {
  failed,
  passed,
  consolePaths,
  shakeHands,
  skipped,
  warning,
  type Check,
  type CheckParts,
  type Found,
} from './check.ts';

/** Most addresses to try; a computer with more has temporary ones. */
const MAX_ADDRESSES = 8;

type Parts = Pick<CheckParts, 'remoteAccess' | 'connectedFrom' | 'ask'>;

/** This computer, as far as the checks depend on it. */
interface Computer {
  readonly platform: NodeJS.Platform;
  readonly networkAddresses: typeof networkAddresses;
}

/** Tests remote access and the address from outside, where there are any, as colleagues on other computers use them. */
export function remoteAccessChecks(
  parts: Parts,
  computer: Computer = { platform: process.platform, networkAddresses },
): readonly Check[] {
  const { outside } = parts.remoteAccess.view();
  return [...ownRemoteAccessChecks(parts, computer), ...(outside === '' ? [] : [outsideCheck(parts, outside)])];
}

function ownRemoteAccessChecks({ remoteAccess, connectedFrom }: Parts, computer: Computer): readonly Check[] {
  const view = remoteAccess.view();
  if (!view.on && !view.isFixed) return [];
  const served = view.urls.filter(({ address }) => !isLoopback(toUrlHost(address)));
  return [
    {
      id: 'remoteAccess',
      title: phrase('findings:findings.team.title'),
      deadline: 10_000,
      run: () => checkRemoteAccess(remoteAccess, view, computer),
    },
    ...served.slice(0, MAX_ADDRESSES).map(({ url, address }): Check => ({
      id: `remoteAccess.${address}`,
      title: phrase('findings:findings.team.address.title', { url }),
      deadline: 6000,
      run: (signal) => checkAddress(remoteAccess, url, address, signal),
    })),
    ...(served.length === 0 ? [] : [firewallCheck(connectedFrom, portOf(served), computer)]),
  ];
}

/** Checks that remote access is open, with a certificate that can be renewed, at an address that others could reach. */
async function checkRemoteAccess(
  remoteAccess: Parts['remoteAccess'],
  view: RemoteAccessView,
  computer: Computer,
): Promise<Found> {
  const { isOpen, problem, urls, port } = view;
  if (problem !== undefined) return closed(problem);
  if (!isOpen) {
    const todo = phrase('findings:findings.again.minute.todo');
    return warning({ what: phrase('findings:findings.team.opening'), todo }, consolePaths.team);
  }
  try {
    await remoteAccess.certificate();
  } catch (error) {
    return closed(listenProblem(error, port));
  }
  const [first] = urls;
  if (first === undefined) return warning(problemOf('findings.team.noNetwork'), consolePaths.team);
  if (urls.every(({ address }) => isLoopback(toUrlHost(address))))
    return warning(problemOf('findings.team.onlyHere', { url: first.url }), consolePaths.team);
  const virtual = computer.networkAddresses().filter(({ interface: name }) => isVirtual(name));
  if (urls.every(({ address }) => virtual.some((virtualAddress) => virtualAddress.address === address)))
    return warning(problemOf('findings.team.virtual'), consolePaths.team);
  return passed(phrase('findings:findings.team.passed', { count: urls.length }));
}

function closed({ what, todo }: { readonly what: Phrase; readonly todo: Phrase }): Found {
  return failed({ what: phrase('findings:findings.team.closed', { why: what }), todo }, consolePaths.team);
}

/** Checks that remote access answers at this address, with its own key, under a certificate for the address. */
async function checkAddress(
  remoteAccess: Parts['remoteAccess'],
  url: string,
  address: string,
  signal: AbortSignal,
): Promise<Found> {
  const { certificate } = await remoteAccess.certificate();
  const seen = await shakeHands(new URL(url), signal);
  if ('code' in seen)
    return failed(problemOf('findings.team.address.silent', { url, code: seen.code }), consolePaths.team);
  if (!seen.certificate.publicKey.equals(new X509Certificate(certificate.certificate).publicKey))
    return failed(problemOf('findings.team.address.foreign', { url }), consolePaths.team);
  const isNamed = isIP(address) === 0 ? seen.certificate.checkHost(address) : seen.certificate.checkIP(address);
  if (isNamed === undefined) return warning(problemOf('findings.team.address.name', { url }), consolePaths.team);
  return passed(phrase('findings:findings.team.address.passed'));
}

/** Checks that the owner's HTTPS address leads here, event sockets too, for whoever trusts the public authorities. */
function outsideCheck({ remoteAccess, ask }: Pick<Parts, 'remoteAccess' | 'ask'>, url: string): Check {
  const { host } = new URL(url);
  return {
    id: 'remoteAccess.outside',
    title: phrase('findings:findings.team.outside.title', { url }),
    deadline: 20_000,
    run: async (signal) => {
      const found = await sendNonce(url, undefined, remoteAccess.makeNonce, ask);
      if (found !== true) {
        const isRenamed = 'status' in found && found.status === 421;
        return failed(
          isRenamed ? problemOf('findings.team.outside.name', { host }) : reachProblem(found, url),
          consolePaths.team,
        );
      }
      // Without a sign-in, the console's own answer to a socket is 401.
      if ((await socketStatus(url, signal)) !== 401)
        return failed(problemOf('findings.team.outside.sockets', { host }), consolePaths.team);
      return passed(phrase('findings:findings.team.outside.passed'));
    },
  };
}

/** Returns the status of the answer to an event socket without a sign-in; undefined: no answer. Never rejects. */
async function socketStatus(url: string, signal: AbortSignal): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/events`, {
    handshakeTimeout: 8000,
    followRedirects: false,
  });
  using _onAbort = addAbortListener(signal, () => socket.terminate());
  socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
  socket.on('error', () => resolve(undefined));
  socket.once('open', () => resolve(undefined));
  return await promise.finally(() => socket.terminate());
}

/** A firewall shows only from other computers: whether one of them is connected, or what to allow if none can. */
function firewallCheck(
  connectedFrom: Parts['connectedFrom'],
  port: string,
  { platform, networkAddresses: ownAddresses }: Computer,
): Check {
  return {
    id: 'remoteAccess.firewall',
    title: phrase('findings:findings.team.firewall.title'),
    deadline: 1000,
    run: async () => {
      const own = ownAddresses().map(({ address }) => address);
      const isElsewhere = (from: string): boolean => !isLoopback(toUrlHost(from)) && !own.includes(from);
      if (connectedFrom().some(isElsewhere)) return passed(phrase('findings:findings.team.firewall.passed'));
      return { ...skipped(phrase('findings:findings.team.firewall.unknown')), todo: firewallHint(platform, port) };
    },
  };
}

/** Remote access that a flag opened has another port than the settings. */
function portOf([first]: RemoteAccessView['urls']): string {
  return first === undefined ? '' : new URL(first.url).port;
}

function firewallHint(platform: NodeJS.Platform, port: string): Phrase {
  if (platform === 'win32') return phrase('findings:findings.team.firewall.windows.todo');
  if (platform === 'darwin') return phrase('findings:findings.team.firewall.mac.todo');
  return phrase('findings:findings.team.firewall.linux.todo', { port });
}
