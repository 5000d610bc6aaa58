import type { Operator } from './entities.ts';

/** The only channels that an operator works on; undefined: all, as for every owner. */
export function channelsOf({ role, channels }: Pick<Operator, 'role' | 'channels'>): readonly string[] | undefined {
  return role === 'operator' ? channels : undefined;
}

/** What is of another channel does not exist for an operator. */
export function worksOn(operator: Pick<Operator, 'role' | 'channels'>, channelId: string): boolean {
  return channelsOf(operator)?.includes(channelId) ?? true;
}
