import type { RouteOutput } from '#shared/contract/routes.ts';
import { useRouteQuery } from './ask.ts';

/** Where a customer is; without a visitor, they have not been on the website for half an hour. */
export type Whereabouts = RouteOutput<'visitors.find'>;

/** Where a customer of a website is; undefined until known, or without a customer. */
export function useWhereabouts(customerId: string | undefined): Whereabouts | undefined {
  return useRouteQuery('visitors.find', customerId === undefined ? undefined : { customerId }).data;
}

/** Whether they are on the website now. */
export function isOnSite({ visitor }: Whereabouts): boolean {
  return visitor !== undefined && visitor.leftAt === undefined;
}

/** The visitors of all websites. */
export function useVisitors() {
  return useRouteQuery('visitors.list', {});
}
