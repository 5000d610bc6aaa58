import { z } from 'zod';
import { nothing, route, everyone, owner, nameField, partialChange, pictureInput } from './fields.ts';
import { isPublicName, withHttps } from '#shared/domain/addresses.ts';
import { operator, presence, quietHours, role } from '#shared/domain/entities.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { mailAddress } from '#shared/domain/mail.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';

const operatorId = z.object({ operatorId: z.string() });

const photo = z
  .string()
  .trim()
  .overwrite(withHttps)
  .max(2048)
  .refine((text) => text === '' || isHttpUrl(text), rule('errors:rules.address.orNothing'));

/** The only channels that an operator works on, unless they are an owner; null: all. */
export const workedChannels = z.array(z.string().max(100)).max(1000).nullable();

/** Operators at a chat. */
export const chatAttention = z.object({
  chatId: z.string(),
  /** operators viewing it, each once */
  looking: z.array(z.string()),
  /** operators writing a reply in it */
  typing: z.array(z.string()),
});
export type ChatAttention = z.infer<typeof chatAttention>;

/** Empty: one is chosen for it. */
export const shopName = enteredText(80);

/** Whom push services can write to, if there is no public address. Empty: nobody. */
export const contactAddress = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || (mailAddress.safeParse(text).success && isPublicName(text.replace(/^.*@/, ''))),
    rule('errors:rules.mail.address'),
  );

/** The shop's name, and what operators may do besides answering customers. */
export const teamSettings = z.object({
  /** empty: the first channel's name, else the computer's */
  name: shopName.default(''),
  contact: contactAddress.default(''),
  reports: z.boolean().default(true),
});
export type TeamSettings = z.infer<typeof teamSettings>;

/** `shop`: the name in effect. `needsContact`: nothing but `contact` says whom push services can write to. */
export const teamView = teamSettings.extend({ shop: z.string(), needsContact: z.boolean() });
export type TeamView = z.infer<typeof teamView>;

export const teamRoutes = {
  'team.get': everyone(nothing, teamView, ['team']),
  /** replaces the addresses of all channels, the keys of windows on websites and the tokens of bots */
  'team.renewAddresses': owner('renewed addresses', nothing, nothing),
  'team.change': owner('changed team', partialChange(teamSettings), teamView),
} as const;

export const operatorRoutes = {
  'operators.me': everyone(nothing, operator, ['operators']),
  'operators.list': everyone(nothing, { operators: z.array(operator) }, ['operators']),
  /** operators with a window open elsewhere: in a browser, or in the app on another computer */
  'operators.connected': owner('none', nothing, { operatorIds: z.array(z.string()) }, ['connected']),
  /** the caller's own; an empty photo, and null, remove what there is */
  'operators.update': route(
    { audit: 'changed operator' },
    {
      name: nameField.optional(),
      photo: photo.optional(),
      quietHours: quietHours.nullable().optional(),
    },
    operator,
  ),
  'operators.setPresence': everyone({ presence }, operator),
  /**
   * Reports whether the caller is at the computer of this window, until it closes: then they need no window, because
   * tray and notifications reach them. With several computers, one is enough. Coded error: not_found
   */
  'operators.report': everyone({ windowId: z.string().max(64), present: z.boolean() }, nothing),
  /** an operator unless `role` says otherwise; the access key is returned only this once. Coded error: invalid_input at 200 operators */
  'operators.add': owner(
    'added operator',
    { name: nameField, photo: photo.optional(), role: role.optional(), channels: workedChannels.optional() },
    { operator, accessKey: z.string() },
  ),
  /** any operator's; replaces a linked photo; null removes both. Coded errors: not_found, invalid_input */
  'operators.setPicture': route(
    { for: 'owner or self', audit: 'changed operator' },
    operatorId.extend({ jpeg: pictureInput.nullable() }),
    operator,
  ),
  /**
   * any operator's; an empty photo removes it. Coded errors: not_found, last_owner, not_removable (no role for the
   * operator of the computer that Counterbell runs on)
   */
  'operators.change': owner(
    'changed operator',
    operatorId.extend({
      name: nameField.optional(),
      photo: photo.optional(),
      role: role.optional(),
      channels: workedChannels.optional(),
    }),
    operator,
  ),
  /** revokes the old key and every sign-in at once; the new one is returned only this once. Coded error: not_found */
  'operators.renewKey': route({ for: 'owner or self', audit: 'renewed operator' }, operatorId, {
    accessKey: z.string(),
  }),
  /** their open chats return to Waiting; messages keep their name. Coded errors: not_found, not_removable (oneself, and the operator of the computer that Counterbell runs on) */
  'operators.remove': owner('removed operator', operatorId, { queued: z.int() }),
} as const;

/** Where the console takes requests: the name of a route follows. */
export const REQUESTS_PATH = '/rpc/';

/** Programs that use the console's routes with a key of their own: those of `api.ts`. */
export const programRoutes = {
  /** the key is returned only this once. Coded error: invalid_input at 200 operators and programs */
  'programs.add': owner('added program', { name: nameField }, { id: z.string(), name: z.string(), key: z.string() }),
  /** its key ends at once; what it wrote keeps its name. Coded error: not_found */
  'programs.remove': owner('removed program', { programId: z.string() }, nothing),
} as const;

/** Who is at which chat. */
export const attentionRoutes = {
  /** this window shows a chat, or none any more; `windowId` is that of its hello. Coded error: not_found */
  'chats.look': everyone(
    {
      windowId: z.string().max(64),
      chatId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .nullable(),
    },
    nothing,
  ),
  /** of every chat with someone at it */
  'chats.attention': everyone(nothing, { chats: z.array(chatAttention) }),
} as const;
