import type { z } from 'zod';
import { backupRoutes, bulkRoutes, privacyRoutes } from './archive.ts';
import { auditRoutes } from './audit.ts';
import type { Audited } from './audited.ts';
import { botRoutes } from './bots.ts';
import { channelRoutes } from './channels.ts';
import { chatRoutes } from './chats.ts';
import { connectionRoutes, checkRoutes } from './connection.ts';
import { contactRoutes, tagRoutes } from './contacts.ts';
import type { AnyRoute, Audience } from './fields.ts';
import { hoursRoutes } from './hours.ts';
import { jobRoutes } from './jobs.ts';
import { deviceRoutes, pushRoutes, remoteAccessRoutes } from './joining.ts';
import { journalRoutes } from './journal.ts';
import { letterboxRoutes } from './letterboxes.ts';
import { mediaRoutes } from './media.ts';
import { operatorRoutes } from './operators.ts';
import { savedReplyRoutes, scheduleRoutes } from './replies.ts';
import { ratingRoutes, reportRoutes } from './reports.ts';
import { searchRoutes } from './search.ts';
import { setupRoutes } from './setup.ts';
import { visitorRoutes } from './visitors.ts';

/** Every request the console can make of the engine. Names are `noun.verb`. */
export const routes = {
  ...auditRoutes,
  ...backupRoutes,
  ...botRoutes,
  ...channelRoutes,
  ...chatRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...deviceRoutes,
  ...checkRoutes,
  ...remoteAccessRoutes,
  ...jobRoutes,
  ...hoursRoutes,
  ...journalRoutes,
  ...letterboxRoutes,
  ...mediaRoutes,
  ...operatorRoutes,
  ...privacyRoutes,
  ...pushRoutes,
  ...bulkRoutes,
  ...ratingRoutes,
  ...reportRoutes,
  ...savedReplyRoutes,
  ...scheduleRoutes,
  ...searchRoutes,
  ...setupRoutes,
  ...tagRoutes,
  ...visitorRoutes,
} as const satisfies Record<string, AnyRoute>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type RouteInput<R extends RouteName> = z.input<Routes[R]['input']>;
export type ParsedInput<R extends RouteName> = z.output<Routes[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<Routes[R]['output']>;

/** Returns the audience of the route; undefined: everyone who is signed in. */
export function audienceOf(route: RouteName): Audience | undefined {
  return (routes as Record<RouteName, AnyRoute>)[route].for;
}

/** Its entry in the list of changes and sign-ins; undefined: none. */
export function auditedOf(route: RouteName): Audited | undefined {
  const { audit } = (routes as Record<RouteName, AnyRoute>)[route];
  return audit === 'none' ? undefined : audit;
}

/** Routes with an entry in the list of changes and sign-ins. */
export type AuditedRoute = {
  [R in RouteName]: Routes[R] extends { readonly audit: Audited } ? R : never;
}[RouteName];

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}
