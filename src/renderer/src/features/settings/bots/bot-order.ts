import type { Bot } from '#shared/domain/bots.ts';

/** What decides which bot answers where. */
type Placed = Pick<Bot, 'id' | 'name' | 'channelIds' | 'state'>;

/**
 * Which other bot gets a channel's new conversations before this one, or would be next after it; of a list in its order.
 * A blocked one still gets them: only what it says is not heard.
 */
export function neighbourOn(
  channelId: string,
  bots: readonly Placed[],
  botId: string | undefined,
): { readonly name: string; readonly isFirst: boolean } | undefined {
  const own = bots.findIndex(({ id }) => id === botId);
  const place = own === -1 ? bots.length : own;
  const works = ({ id, state, channelIds }: Placed): boolean =>
    id !== botId && channelIds.includes(channelId) && (state === 'working' || state === 'blocked');
  const before = bots.slice(0, place).find(works);
  if (before !== undefined) return { name: before.name, isFirst: true };
  const after = bots.slice(place).find(works);
  return after === undefined ? undefined : { name: after.name, isFirst: false };
}

/** Bots that share a token, each group once. */
export function tokenConflicts<B extends Pick<Bot, 'id' | 'name' | 'conflictsWith' | 'maskedToken'>>(
  bots: readonly B[],
): readonly (readonly B[])[] {
  const groups = new Map<string, readonly B[]>();
  for (const bot of bots) {
    const group = conflictOf(bot, bots);
    if (group.length > 0) groups.set(group.map(({ id }) => id).join(' '), group);
  }
  return [...groups.values()];
}

/** The bots that have the same token as this one, itself among them, in their order; none where it has its own. */
export function conflictOf<B extends Pick<Bot, 'id' | 'name' | 'conflictsWith' | 'maskedToken'>>(
  bot: B,
  bots: readonly B[],
): readonly B[] {
  if (bot.conflictsWith.length === 0) return [];
  return bots.filter(
    ({ id, name, maskedToken, conflictsWith }) =>
      id === bot.id ||
      (maskedToken === bot.maskedToken && bot.conflictsWith.includes(name) && conflictsWith.includes(bot.name)),
  );
}
