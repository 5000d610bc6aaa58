import type { z } from 'zod';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { mailSettings } from './mail.ts';
import { siteSettings } from './site.ts';

/** `custom` is the chat channel interface, `site` is our own window on the owner's website, `email` is a mailbox. */
export const CHANNEL_KINDS = ['custom', 'site', 'email'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The kind of a channel that does not say its own. */
export const DEFAULT_CHANNEL_KIND: ChannelKind = 'custom';

/** Abilities of the customers' side of a channel. */
export interface CanShow {
  /** bots' formatted text and buttons as such, not only the plain text that stands for them */
  readonly botMessages: boolean;
  /** a form for ratings in the chat, so that no page has to be reachable */
  readonly ratingForm: boolean;
}

interface ChannelKindRules {
  /** messages are requests of the chat channel interface: to an address with a secret, and to the reply address */
  readonly hasAddress: boolean;
  /** its secret was made here, so there can be a new one */
  readonly hasOwnSecret: boolean;
  readonly canShow: CanShow;
}

export const channelKindRules: Readonly<Record<ChannelKind, ChannelKindRules>> = {
  custom: { hasAddress: true, hasOwnSecret: true, canShow: { botMessages: false, ratingForm: false } },
  site: { hasAddress: false, hasOwnSecret: true, canShow: { botMessages: true, ratingForm: true } },
  email: { hasAddress: false, hasOwnSecret: false, canShow: { botMessages: false, ratingForm: false } },
};

/** Settings, with their defaults, that only channels of one kind have: a field of the channel with the kind's name. */
export const kindSettings = { site: siteSettings, email: mailSettings } as const satisfies Partial<
  Record<ChannelKind, z.ZodObject>
>;

type KindWithSettings = keyof typeof kindSettings;
export type KindSettings = { readonly [K in KindWithSettings]?: z.infer<(typeof kindSettings)[K]> | undefined };
/** The same, or only some of the settings. */
export type SomeKindSettings = { readonly [K in KindWithSettings]?: object | undefined };

/** All settings of a kind of channel: the later ones given replace the earlier ones and the defaults. */
export function settingsOfKind(kind: ChannelKind, ...given: readonly SomeKindSettings[]): KindSettings {
  if (!hasOwnSettings(kind)) return {};
  const merged = given.reduce<object>((all, settings) => ({ ...all, ...omitUndefined({ ...settings[kind] }) }), {});
  return { [kind]: kindSettings[kind].parse(merged) };
}

/** Separates the settings of kinds from a channel's other fields. */
export function splitKindSettings<F extends object>(fields: F) {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(kindSettings, name)));
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(kindSettings, name)));
  return { own: own as SomeKindSettings, others: others as Omit<F, KindWithSettings> };
}

function hasOwnSettings(kind: ChannelKind): kind is KindWithSettings {
  return Object.hasOwn(kindSettings, kind);
}
