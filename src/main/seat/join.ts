import { isIPv6 } from 'node:net';
import type { z } from 'zod';
import { joinAnswer, lookAnswer, type joinRequest, type LookAnswer } from '#shared/contract/joining.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { toUrlHost } from '#shared/domain/addresses.ts';
import {
  deviceKey,
  deviceProof,
  hostProof,
  invitationId,
  isSameProof,
  newShortSecret,
  readInvitation,
  type HostAddress,
  type InvitationCode,
} from '#shared/domain/invitation.ts';
import { phrase } from '#shared/locales/phrase.ts';
import { askHost, type HostUnreachable } from './host-requests.ts';
import { connectToHost, createHostAgent, knownBy, uniqueAddresses, urlOf } from './pinned-tls.ts';
import type { OpenHost, Seat } from './host-connection.ts';
import { troubleOf, type Failure } from './trouble.ts';

/** Result of joining: everything a seat needs to sign in from now on. */
export interface JoinedShop extends Seat {
  readonly installationId: string;
  readonly deviceId: string;
}

/** Milliseconds the host may take to answer. */
const ANSWER_LIMIT = 15_000;

/** Reads an invitation's code or link. Coded error: invalid_input */
export function invitationOf(text: string): InvitationCode {
  const read = readInvitation(text);
  if (read === 'newer') throw new ContractError('invalid_input', phrase('errors:seat.newerLink'));
  if (read === 'unreadable') throw new ContractError('invalid_input', phrase(`errors:seat.${insteadOf(text.trim())}`));
  return read;
}

/** Recognizes what is no invitation: the link that signs a browser in, only the host's address, or something else. */
function insteadOf(text: string): 'signInLink' | 'address' | 'noLink' {
  const isWhole = /^https?:/i.test(text);
  const url = URL.parse(isWhole ? text : `https://${isIPv6(text) ? toUrlHost(text) : text}`);
  if (url?.searchParams.has('key') === true) return 'signInLink';
  const isAddress = url !== null && url.href === `${url.origin}/` && (isWhole || /[.:]/.test(text));
  return isAddress ? 'address' : 'noLink';
}

/**
 * Looks up an invitation without using it: what it is for and where its host is, the address that answered first. Coded
 * errors: those of `/join`, and host_unreachable if no address answers with the host's key.
 */
export async function lookAtInvitation(
  code: InvitationCode,
): Promise<LookAnswer & { readonly addresses: readonly HostAddress[] }> {
  const connected = await connectToAny(code);
  const answer = lookAnswer.parse(await post(connected, '/join/look', { invitation: await invitationId(code.secret) }));
  return { ...answer, addresses: uniqueAddresses([connected.address, ...code.addresses]) };
}

/**
 * Uses an invitation: both sides prove that they have its secret and mean the same key, and agree on the device's key,
 * which is never sent. Coded errors: as of `lookAtInvitation`.
 */
export async function joinShop(code: InvitationCode, deviceName: string): Promise<JoinedShop> {
  const connected = await connectToAny(code);
  const { address } = connected;
  const exchange = { secret: code.secret, pin: knownBy(address, code.pin), nonce: newShortSecret() };
  const request: z.input<typeof joinRequest> = {
    invitation: await invitationId(code.secret),
    nonce: exchange.nonce,
    device: { name: deviceName },
    proof: await deviceProof(exchange, deviceName),
  };
  const answer = joinAnswer.parse(await post(connected, '/join', request));
  if (!isSameProof(answer.proof, await hostProof(exchange, answer.nonce, answer.deviceId)))
    throw new ContractError('host_unreachable', phrase('errors:seat.wrongProof'));
  const { shop, installationId, operatorId, deviceId } = answer;
  return {
    shop,
    installationId,
    operatorId,
    deviceId,
    deviceKey: await deviceKey(exchange, answer.nonce),
    pin: code.pin,
    addresses: uniqueAddresses([address, ...answer.addresses, ...code.addresses]),
  };
}

/** The first address that answers with the right key; nothing has been sent to it yet. */
async function connectToAny({ addresses, pin }: InvitationCode): Promise<OpenHost> {
  const failures: Failure[] = [];
  for (const address of addresses) {
    try {
      const socket = await connectToHost(address, pin);
      const agent = createHostAgent(address, pin);
      agent.createConnection = () => socket;
      return { address, agent };
    } catch (cause) {
      failures.push({ address, cause });
    }
  }
  const why = troubleOf(failures);
  throw new ContractError(
    'host_unreachable',
    phrase(`errors:seat.unreachable.${why}`, { addresses: addresses.map(urlOf).join(', ') }),
  );
}

/** One request on this connection, which ends with it. Never sent again: the invitation may be used by then. */
async function post(host: OpenHost, path: string, body: object): Promise<unknown> {
  const answer = await askHost(host, undefined, path, body, AbortSignal.timeout(ANSWER_LIMIT))
    .catch(({ cause }: HostUnreachable) => {
      throw new ContractError('host_unreachable', phrase('errors:seat.noAnswer'), undefined, String(cause));
    })
    .finally(() => host.agent.destroy());
  if (answer.ok) return answer.data;
  const { code, reason, message } = answer.error;
  throw new ContractError(code, reason, undefined, message);
}
