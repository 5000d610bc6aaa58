import { agentMessage, kinds } from '#shared/domain/kinds/kinds.ts';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import {
  botMessage,
  clientFields,
  providerEnvelope,
  serviceEvents,
  type ProviderEventKind,
} from '#shared/protocol/bot-provider.ts';
import { agentTyping, errorAnswer, senderFields, TYPING_TYPES } from '#shared/protocol/chat-channel.ts';

const externalId = z
  .union([z.string().min(1).max(255), z.int()])
  .describe(
    'Your id of the customer. Numbers keep all their digits, however many. 7 and "7" are one customer; replies carry the form that came last.',
  );

const sender = z.object({
  id: externalId,
  ...z
    .object(senderFields)
    .partial()
    .extend({
      name: senderFields.name
        .describe('Shown to operators. Of more than 255 characters the first are kept.')
        .optional(),
      photo: senderFields.photo.describe('Avatar: an http(s) link, best 128 × 128 png, jpg or gif').optional(),
      url: senderFields.url.describe('The page the customer writes from').optional(),
      invite: senderFields.invite
        .describe(
          'The invitation your window showed before the customer wrote. Of more than 1000 characters the first are kept.',
        )
        .optional(),
    }).shape,
});

const messageId = z
  .union([z.string(), z.number()])
  .describe('Your id of the message: lets Counterbell recognise a repeat')
  .optional();

const customerMessage = z.object({
  sender,
  message: z.discriminatedUnion('type', [
    z.object({ type: z.enum(TYPING_TYPES).describe('Typing begins, ends. Other fields mean nothing.') }),
    ...kinds.map(({ types, required: needed, optional }) =>
      z.object({
        type: types.length === 1 ? z.literal(types[0]) : z.enum(types),
        id: messageId,
        ...needed.shape,
        ...z.object(optional).partial().shape,
      }),
    ),
  ]),
});

const { id, chat_id: chatId, client_id: clientId } = providerEnvelope.shape;
const timestamp = z
  .union([z.number(), z.string()])
  .describe('Unix time in seconds or milliseconds; for display only')
  .optional();
const ofEvent = {
  id: id.describe('Your own id of the event, best unique: it lets Counterbell recognise a repeat'),
  chat_id: chatId.describe('As it came. Without it, client_id is required: the open chat that the bot has or had'),
  client_id: clientId.describe('As it came; beside chat_id, it must be the client of that chat'),
} as const;

const [text, markdown, buttons] = botMessage.options;
const providerEvents = {
  BOT_MESSAGE: z.object({
    event: z.literal('BOT_MESSAGE'),
    ...ofEvent,
    message: z.discriminatedUnion('type', [
      text.extend({ timestamp }),
      markdown.extend({
        content: markdown.shape.content.describe('Text in Markdown'),
        text: markdown.shape.text.describe('The same in plain words'),
        timestamp,
      }),
      buttons.extend({
        text: buttons.shape.text.describe('What channels without buttons show; without it nothing is sent there'),
        timestamp,
      }),
    ]),
  }),
  INVITE_AGENT: z.object({ event: z.literal('INVITE_AGENT'), ...ofEvent }),
  CLIENT_INFO: z.object({
    event: z.literal('CLIENT_INFO'),
    ...ofEvent,
    client_id: required(clientId).describe('As it came'),
    client: z.object(clientFields).partial(),
  }),
  INIT_RATE: z.object({ event: z.literal('INIT_RATE'), ...ofEvent }),
} as const satisfies Record<ProviderEventKind, z.ZodType>;

const status = z
  .int()
  .min(0)
  .max(1)
  .describe(
    '1: an operator is online within opening hours, or a bot counts as one. 0: neither, or the channel is paused.',
  );
const accepted = z.object({ result: z.literal('ok') });
const problem = z.object({
  error: z.object({
    code: z.string().describe('For programs'),
    message: z.string().describe('For people: names the field and what was expected'),
  }),
});

/** Everything on the wire, by its name in the document. */
const wire = {
  ChannelStatus: status,
  CustomerMessage: customerMessage,
  AgentMessage: agentMessage,
  AgentTyping: agentTyping,
  AgentMessageRefused: z.object({ error: errorAnswer.describe('Shown to the operator; the attempts go on') }),
  Accepted: accepted,
  Problem: problem,
  ...ofEvents(providerEvents),
  ...ofEvents(serviceEvents),
};

export type SchemaName = keyof typeof wire;

/** The document's `components.schemas`: JSON Schema of what may be sent. */
export function schemas(): Record<string, OpenAPIV3_1.SchemaObject> {
  return Object.fromEntries(Object.entries(wire).map(([name, schema]) => [name, jsonSchema(schema)]));
}

export function schemaRef(name: SchemaName): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function oneOf(names: readonly SchemaName[]): { oneOf: OpenAPIV3_1.ReferenceObject[] } {
  return { oneOf: names.map(schemaRef) };
}

function jsonSchema(schema: z.ZodType): OpenAPIV3_1.SchemaObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node }) => {
      // The range of JavaScript's safe integers is no rule of the interfaces.
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
    },
  });
  return rest as OpenAPIV3_1.SchemaObject;
}

/** Ids are optional when parsed, so that the refusal can name a missing one; senders have to include them. */
function required<T extends z.ZodType>(schema: z.ZodCatch<z.ZodOptional<T>>): T {
  return schema.unwrap().unwrap();
}

/** Named as in the document. */
function ofEvents<Name extends string>(schemasByName: Readonly<Record<Name, z.ZodType>>) {
  const entries = Object.entries<z.ZodType>(schemasByName).map(([name, schema]) => [`${name}Event`, schema]);
  return Object.fromEntries(entries) as Record<`${Name}Event`, z.ZodType>;
}
