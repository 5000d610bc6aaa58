import type { RouteOutput } from '#shared/contract/routes.ts';

/** A channel as the list has it: with how many of its chats are open. */
export type ListedChannel = RouteOutput<'channels.list'>['channels'][number];
