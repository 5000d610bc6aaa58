import type { z } from 'zod';
import type { StoreRoutes } from '#main/store/commands.ts';
import { backupRoutes, bulkRoutes, privacyRoutes, retentionRoutes } from './archive.ts';
import type { Audited } from './audited.ts';
import { botRoutes } from './bots.ts';
import { channelRoutes } from './channels.ts';
import { chatRoutes } from './chats.ts';
import { connectionRoutes, checkRoutes } from './connection.ts';
import type { AnyRoute } from './fields.ts';
import { hoursRoutes } from './hours.ts';
import { jobRoutes } from './jobs.ts';
import { deviceRoutes, invitationRoutes, pushRoutes, remoteAccessRoutes } from './joining.ts';
import { journalRoutes } from './journal.ts';
import { letterboxRoutes } from './letterboxes.ts';
import { mailboxRoutes } from './mailboxes.ts';
import { mediaRoutes, stickerRoutes } from './media.ts';
import { attentionRoutes, operatorRoutes, programRoutes, teamRoutes } from './operators.ts';
import { nodeRoutes } from './nodes.ts';
import { reportRoutes } from './reports.ts';
import { faultRoutes, setupRoutes } from './setup.ts';
import { visitorRoutes } from './visitors.ts';

/** What the console can ask of parts of the engine besides the store. Names are `noun.verb`. */
export const routes = {
  ...backupRoutes,
  ...botRoutes,
  ...channelRoutes,
  ...chatRoutes,
  ...connectionRoutes,
  ...deviceRoutes,
  ...invitationRoutes,
  ...checkRoutes,
  ...remoteAccessRoutes,
  ...jobRoutes,
  ...hoursRoutes,
  ...journalRoutes,
  ...letterboxRoutes,
  ...mailboxRoutes,
  ...mediaRoutes,
  ...stickerRoutes,
  ...operatorRoutes,
  ...programRoutes,
  ...teamRoutes,
  ...attentionRoutes,
  ...privacyRoutes,
  ...nodeRoutes,
  ...pushRoutes,
  ...bulkRoutes,
  ...reportRoutes,
  ...retentionRoutes,
  ...setupRoutes,
  ...faultRoutes,
  ...visitorRoutes,
} as const satisfies Record<string, AnyRoute>;

/** Those of what one host does for all, and remembers: long jobs, letterboxes, checks. */
export const routesOfLeader: Readonly<Record<string, AnyRoute>> = {
  ...bulkRoutes,
  ...checkRoutes,
  ...jobRoutes,
  ...letterboxRoutes,
  'mailboxes.list': mailboxRoutes['mailboxes.list'],
  'mailboxes.look': mailboxRoutes['mailboxes.look'],
  ...privacyRoutes,
  ...retentionRoutes,
};

export type ServiceRoutes = typeof routes;
/** Those, and what is declared in the store. */
export type Routes = ServiceRoutes & StoreRoutes;
export type RouteName = keyof Routes;
export type RouteInput<R extends RouteName> = z.input<Routes[R]['input']>;
export type ParsedInput<R extends RouteName> = z.output<Routes[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<Routes[R]['output']>;

/** Routes with an entry in the list of changes and sign-ins. */
export type AuditedRoute = {
  [R in RouteName]: Routes[R] extends { readonly audit: Audited } ? R : never;
}[RouteName];
