import { hostname } from 'node:os';
import { contactOf } from '#main/settings/contact.ts';
import { newSecret } from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { EventBus, Touch } from '#shared/contract/events.ts';
import type { teamRoutes, TeamView } from '#shared/contract/operators.ts';
import { channelKindRules } from '#shared/domain/channel-kinds.ts';
import type { Channel } from '#shared/domain/entities.ts';

/** The shop's name in effect. */
export function nameOfShop({
  team,
  channels,
}: {
  readonly team: { readonly name: string };
  readonly channels: readonly { readonly name: string }[];
}): string {
  return team.name || channels[0]?.name || hostname();
}

/** The team's settings. */
export function startTeam({
  settings,
  addresses,
  channels,
  bots,
  touch,
  onTouched,
}: {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly addresses: { readonly public: () => string };
  readonly channels: {
    readonly list: () => readonly Pick<Channel, 'id' | 'kind'>[];
    readonly renewSecret: (channelId: string) => Promise<unknown>;
    readonly renewSigningKey: (channelId: string) => Promise<unknown>;
  };
  readonly bots: {
    readonly list: () => readonly { readonly id: string }[];
    readonly update: (botId: string, change: { readonly token: string }) => Promise<unknown>;
    readonly renewSigningKey: (botId: string) => Promise<unknown>;
  };
  readonly touch: Touch;
  readonly onTouched: EventBus['onTouched'];
}) {
  const shop = (): string => nameOfShop(settings.current());
  const view = (): TeamView => {
    const known = settings.current();
    const others = contactOf({ ...known, team: { ...known.team, contact: '' } }, addresses.public());
    return { ...known.team, shop: shop(), needsContact: others === undefined };
  };
  let knownShop = shop();
  const unwatch = onTouched(['channels'], () => {
    if (shop() === knownShop) return;
    knownShop = shop();
    touch('team');
  });

  const calls = {
    'team.get': async () => view(),
    'team.change': async (change) => {
      await settings.write('changeSettings', { team: change });
      touch('team');
      return view();
    },
    'team.renewAddresses': async () => {
      for (const { id, kind } of channels.list()) {
        if (channelKindRules[kind].hasOwnSecret) await channels.renewSecret(id);
        await channels.renewSigningKey(id);
      }
      for (const { id } of bots.list()) {
        await bots.update(id, { token: newSecret() });
        await bots.renewSigningKey(id);
      }
    },
  } satisfies CallsOf<typeof teamRoutes>;
  return {
    calls,
    stop: unwatch,
  };
}
