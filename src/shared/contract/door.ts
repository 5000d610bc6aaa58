import { z } from 'zod';
import { certificateInfo, connectionProblem } from './connection.ts';
import { hostAddress } from '#shared/domain/invitation.ts';
import { openPort, outsideAddress } from './fields.ts';

/** The team's door: the console for colleagues on the local network, over HTTPS, on a port of its own. */
export const doorSettings = z.object({
  on: z.boolean().default(false),
  port: openPort.default(8791),
  /** where a proxy of the owner's serves the console over HTTPS from outside; empty: nowhere */
  outside: z.string().default(''),
});
export type DoorSettings = z.infer<typeof doorSettings>;

export const doorStatus = z.object({
  isOpen: z.boolean(),
  /** `https://192.168.1.5:8791`, the likeliest address first */
  urls: z.array(z.object({ address: z.string(), url: z.string() })),
  certificate: certificateInfo.optional(),
  /** why it could not be opened */
  problem: connectionProblem.optional(),
  /** opened by a flag of the command line, whatever the settings */
  isFixed: z.boolean(),
});
export type DoorStatus = z.infer<typeof doorStatus>;

export const doorView = doorSettings.extend(doorStatus.shape);
export type DoorView = z.infer<typeof doorView>;

export const doorRoutes = {
  /** where an app that has joined finds this host, the likeliest first; empty: nowhere */
  'door.addresses': { input: z.object({}), output: z.object({ addresses: z.array(hostAddress) }) },
  'door.get': { for: 'owner', audit: 'none', input: z.object({}), output: doorView },
  /** opens or closes it soon after: `door.changed` says how it went */
  'door.change': {
    for: 'owner',
    audit: { fields: true },
    input: z.object({ on: z.boolean(), port: openPort, outside: outsideAddress }).partial(),
    output: doorView,
  },
  /**
   * for a stolen key: replaces the one that apps know this host by, and its authority. All devices but the caller's are
   * signed out, and open invitations withdrawn
   */
  'door.renewKey': { for: 'owner', audit: {}, input: z.object({}), output: doorView },
} as const;
