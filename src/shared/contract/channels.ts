import { z } from 'zod';
import { kindSettings } from '#shared/domain/channel-kinds.ts';
import { channel, channelColor, channelToggles } from '#shared/domain/entities.ts';
import { CONTENT_TYPES } from '#shared/domain/kinds/kinds.ts';
import { enteredText, rule } from '#shared/domain/phrase.ts';
import { websiteChange } from '#shared/domain/site.ts';
import { endpointField, everyone, nameField, nothing, owner, partialChange, pathWord, pictureInput } from './fields.ts';
import { acceptedTypes } from './media.ts';

type KindChanges = {
  readonly [K in keyof typeof kindSettings]: ReturnType<typeof partialChange<(typeof kindSettings)[K]['shape']>>;
};

/** Settings of one kind of channel, under its name: the fields to change. */
const kindChanges = Object.fromEntries(
  Object.entries<z.ZodObject>(kindSettings).map(([kind, settings]) => [kind, partialChange(settings)]),
) as unknown as KindChanges;

/** Fields that an owner enters for a channel; whether `endpoint` is allowed also depends on `allowPlainHttp`. */
export const channelFields = {
  name: nameField,
  color: channelColor,
  endpoint: endpointField,
  ...partialChange(z.object(channelToggles)).shape,
  botChannelType: enteredText(40, rule('errors:rules.word.needed')),
  takes: acceptedTypes,
  hours: channel.shape.hours.unwrap(),
  away: channel.shape.away.unwrap(),
  ratingText: channel.shape.ratingText.unwrap(),
  ...kindChanges,
} as const;

const channelChange = z.object(channelFields).partial();

export const publicId = pathWord;

const channelId = z.object({ channelId: z.string() });

export const channelRoutes = {
  'channels.list': everyone(nothing, { channels: z.array(channel.extend({ openChats: z.int() })) }, ['channels']),
  /** a missing `publicId` or secret is generated */
  'channels.create': owner(
    'added channel',
    channelChange.extend({
      kind: channel.shape.kind.unwrap().optional(),
      name: channelFields.name,
      publicId: publicId.optional(),
    }),
    channel,
  ),
  /** `website`: one step for one website of the window; windows that answer at once don't undo each other */
  'channels.update': owner(
    'changed channel',
    channelId.extend({ ...channelChange.shape, website: websiteChange.optional() }),
    channel,
  ),
  /** null removes it. Coded errors: not_found, invalid_input */
  'channels.setPicture': owner('changed channel', channelId.extend({ jpeg: pictureInput.nullable() }), channel),
  /** a paused channel reports status 0 and still accepts messages */
  'channels.pause': owner('changed channel', channelId, channel),
  'channels.resume': owner('changed channel', channelId, channel),
  /** the old addresses answer 404 from then on */
  'channels.renewSecret': owner('renewed channel', channelId, channel),
  /** requests are signed with the new key from then on */
  'channels.renewSigningKey': owner('renewed channel', channelId, channel),
  /** adopts the secret of an address the website already uses: that address works, others answer 404 */
  'channels.restoreSecret': owner('changed channel', channelId.extend({ address: z.string().max(2048) }), channel),
  /** closes its open chats and keeps their history; its addresses answer 404 */
  'channels.remove': owner('removed channel', channelId, { closedChats: z.int() }),
  /** full addresses including the secret: only on demand */
  'channels.addresses': owner('none', channelId, {
    message: z.string(),
    status: z.string(),
    /** URL that replies are posted to: `<endpoint>/<publicId>` */
    replies: z.string().nullable(),
    /** signs what is posted there; empty: it can no longer be read */
    signingKey: z.string(),
  }),
  /** posts a message of this type to the channel, as an integration does. `status`: the listener's; 0: no answer */
  'channels.sendSample': owner('none', channelId.extend({ type: z.enum(CONTENT_TYPES), customerName: nameField }), {
    status: z.int(),
  }),
} as const;
