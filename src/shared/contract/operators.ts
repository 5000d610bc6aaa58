import { z } from 'zod';
import { clientId } from './fields.ts';
import { chat, operator, presence, quietHours, role } from '#shared/domain/entities.ts';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { nameField, pictureInput } from './fields.ts';
import { rule } from '#shared/domain/phrase.ts';

const nothing = z.object({});
const chatId = z.object({ chatId: z.string() });
const operatorId = z.object({ operatorId: z.string() });

const photo = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => text === '' || isHttpUrl(text), rule('errors:rules.address.orNothing'));

/** Who else is at a chat besides its customer. */
export const chatAttention = z.object({
  chatId: z.string(),
  /** operators viewing it, each once */
  looking: z.array(z.string()),
  /** operators writing a reply in it */
  typing: z.array(z.string()),
});
export type ChatAttention = z.infer<typeof chatAttention>;

/** Empty: one is chosen for it. */
export const shopName = z
  .string()
  .trim()
  .max(80, rule('errors:rules.most.characters', { most: 80 }));

/** The shop's name, and what operators may do besides answering customers. */
export const teamSettings = z.object({
  /** empty: the first channel's name, else the computer's */
  name: shopName.default(''),
  reports: z.boolean().default(true),
});
export type TeamSettings = z.infer<typeof teamSettings>;

/** `shop`: the name in effect. */
export const teamView = teamSettings.extend({ shop: z.string() });
export type TeamView = z.infer<typeof teamView>;

/** Operators, and who has which chat. */
export const operatorRoutes = {
  'team.get': { input: nothing, output: teamView },
  'team.change': {
    for: 'owner',
    audit: { fields: true },
    input: z.object({ name: shopName, reports: z.boolean() }).partial(),
    output: teamView,
  },
  'operators.me': { input: nothing, output: operator },
  'operators.list': { input: nothing, output: z.object({ operators: z.array(operator) }) },
  /** operators with a window open elsewhere: in a browser, or in the app on another computer */
  'operators.connected': {
    for: 'owner',
    audit: 'none',
    input: nothing,
    output: z.object({ operatorIds: z.array(z.string()) }),
  },
  /** the caller's own; an empty photo, and null, remove what there is */
  'operators.update': {
    audit: { fields: true },
    input: z.object({
      name: nameField.optional(),
      photo: photo.optional(),
      quietHours: quietHours.nullable().optional(),
    }),
    output: operator,
  },
  'operators.setPresence': { input: z.object({ presence }), output: operator },
  /**
   * Whether the caller is at the computer of this window, until it closes: then they need no window, because tray and
   * notifications reach them. With several computers, one is enough. Coded error: not_found
   */
  'operators.report': { input: z.object({ windowId: z.string().max(64), present: z.boolean() }), output: nothing },
  /** an operator unless `role` says otherwise; the access key is returned only this once. Coded error: invalid_input at 200 operators */
  'operators.add': {
    for: 'owner',
    audit: { of: 'operator', secret: 'made' },
    input: z.object({ name: nameField, photo: photo.optional(), role: role.optional() }),
    output: z.object({ operator, accessKey: z.string() }),
  },
  /** any operator's; replaces a linked photo; null removes both. Coded errors: not_found, invalid_input */
  'operators.setPicture': {
    for: 'owner or self',
    audit: { of: 'operator' },
    input: operatorId.extend({ jpeg: pictureInput.nullable() }),
    output: operator,
  },
  /**
   * any operator's; an empty photo removes it. Coded errors: not_found, last_owner, not_removable (no role for the
   * operator of the computer that Counterbell runs on)
   */
  'operators.change': {
    for: 'owner',
    audit: { of: 'operator', fields: true },
    input: operatorId.extend({ name: nameField.optional(), photo: photo.optional(), role: role.optional() }),
    output: operator,
  },
  /** revokes the old key and every sign-in at once; the new one is returned only this once. Coded error: not_found */
  'operators.renewKey': {
    for: 'owner or self',
    audit: { of: 'operator', secret: 'made' },
    input: operatorId,
    output: z.object({ accessKey: z.string() }),
  },
  /** their open chats return to Waiting; messages keep their name. Coded errors: not_found, not_removable (oneself, and the operator of the computer that Counterbell runs on) */
  'operators.remove': {
    for: 'owner',
    audit: { of: 'operator' },
    input: operatorId,
    output: z.object({ queued: z.int() }),
  },

  /**
   * Assigns an open chat to an operator, with a private note; `over: true` if a colleague has it. The same `clientId`
   * again is the same note. Coded errors: not_found, chat_closed, chat_taken
   */
  'chats.assign': {
    input: chatId.extend({
      operatorId: z.string(),
      note: z.string().trim().max(10_000).optional(),
      over: z.boolean().optional(),
      clientId: clientId.optional(),
    }),
    output: chat,
  },
  /** undoes the caller's latest assignment, except for its note. Coded errors: not_found, chat_closed, chat_taken if the new operator has begun */
  'chats.unassign': { input: chatId, output: chat },
  /** this window shows a chat, or none any more; `windowId` is that of its hello. Coded error: not_found */
  'chats.look': {
    input: z.object({
      windowId: z.string().max(64),
      chatId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .nullable(),
    }),
    output: z.object({}),
  },
  /** of every chat with someone at it */
  'chats.attention': { input: nothing, output: z.object({ chats: z.array(chatAttention) }) },
} as const;
