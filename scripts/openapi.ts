import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { agentMessage, kinds } from '#shared/domain/kinds/kinds.ts';
import { botMessage, clientFields, providerEnvelope, serviceEvents } from '#shared/protocol/bot-provider.ts';
import { agentTyping, errorAnswer, senderFields, TYPING_TYPES } from '#shared/protocol/chat-channel.ts';
import { apiDocument, withoutIntegerRange } from './openapi-api.ts';
import manifest from '../package.json' with { type: 'json' };

/* `npm run openapi`: OpenAPI 3.1 of both interfaces, and of what programs may ask. `paths` are requests to the service, `webhooks` its own. */

const REPEAT = 'Lets Counterbell recognize a repeat';
const customerId = z
  .union([z.string().min(1).max(255), z.int()])
  .describe('Your id of the customer. Numbers keep all their digits; 7 and "7" are one customer.');
const sender = z.object({ id: customerId, ...z.object(senderFields).partial().shape });
const messages = kinds.map(({ types, required, optional }) =>
  z.object({
    type: z.enum(types as readonly [string, ...string[]]),
    id: z.union([z.string(), z.number()]).describe(REPEAT).optional(),
    ...required.shape,
    ...z.object(optional).partial().shape,
  }),
);
const typing = z.object({ type: z.enum(TYPING_TYPES) });

const { id, chat_id, client_id } = providerEnvelope.shape;
const ofChat = { id: id.describe(REPEAT), chat_id: chat_id.describe('As it came. Without it, client_id is required.') };
const timestamp = z.union([z.number(), z.string()]).optional().describe('Unix time in seconds or milliseconds');
const spoken = z.union(botMessage.options.map((option) => option.safeExtend({ timestamp })));
const providerEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('BOT_MESSAGE'), ...ofChat, client_id, message: spoken }),
  z.object({ event: z.enum(['INVITE_AGENT', 'INIT_RATE']), ...ofChat, client_id }),
  z.object({
    event: z.literal('CLIENT_INFO'),
    ...ofChat,
    // Optional when it is read, so that the refusal can name it.
    client_id: client_id.unwrap().unwrap(),
    client: z.object(clientFields).partial(),
  }),
]);
const accepted = z.object({ result: z.literal('ok') });
const bodies = {
  ChannelStatus: z.int().min(0).max(1).describe('1: an operator, or a bot that counts as one, is there. 0: nobody.'),
  CustomerMessage: z.object({ sender, message: z.discriminatedUnion('type', [typing, ...messages]) }),
  ProviderEvent: providerEvent,
  Accepted: accepted,
  Problem: z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
  AgentMessage: z.union([agentMessage, agentTyping]),
  AgentMessageAnswer: z.union([accepted, z.object({ error: errorAnswer })]),
  ServiceEvent: z.union(Object.values(serviceEvents)),
};

const refusals = {
  400: 'Not JSON, or a required field is missing or wrong: the message names it. A repeat gets the same answer.',
  401: 'invalid_client: no bot, or more than one, has this id and token. unauthorized_client: an Authorization header that is not "Bearer" and the token.',
  403: 'The bot does not have this chat, or is switched off. Nothing reaches the customer; operators see what was held back.',
  404: 'There is no such address: the same answer for an unknown channel and for a wrong secret',
  405: 'Another method than the one that `Allow` names, or an event that is not a provider’s',
  413: 'The body is over 256 KiB',
  415: 'The body is compressed',
  429: 'More requests than the owner lets in from one address, for one channel or from one bot in an hour',
  503: 'It cannot be stored right now, and is not accepted. Send it again.',
} as const;
type Refusal = keyof typeof refusals;
type Body = keyof typeof bodies;

const json = (name: Body) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const requestBody = (name: Body) => ({ required: true, ...json(name) });

const retry = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } };

function responses(success: Body, statuses: readonly Refusal[]) {
  const refused = statuses.map((status) => {
    const headers = status === 429 || status === 503 ? { headers: retry } : {};
    return [status, { description: refusals[status], ...headers, ...json('Problem') }] as const;
  });
  return { 200: { description: 'As asked; a message is on disk', ...json(success) }, ...Object.fromEntries(refused) };
}

function parameters(...names: readonly string[]) {
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

/** What each request of ours is signed with. */
const signature = [
  { name: 'X-Counterbell-Timestamp', description: 'When this attempt was made, in seconds since 1970' },
  {
    name: 'X-Counterbell-Signature',
    description: '`v1=` and the lowercase hexadecimal HMAC-SHA-256 of the timestamp, a full stop and the body',
  },
].map((header) => ({ ...header, in: 'header', schema: { type: 'string' } }));

function post(body: Body, summary: string, statuses: readonly Refusal[]) {
  return { summary, requestBody: requestBody(body), responses: responses('Accepted', statuses) };
}

/** The document, for this version of Counterbell. */
export function openApiDocument(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterbell: the chat channel and the bot provider interface',
      version,
      description:
        'docs/developers.md explains it, with examples. All bodies are one JSON object in UTF-8, at most 256 KiB; fields that are not listed are ignored. Any request may also be answered with 408 (it took too long), 417 (an `Expect` other than `100-continue`), 431 (its head is over 16 KiB) or 500 (a fault in Counterbell).',
    },
    servers: [{ url: '{base}', variables: { base: { default: 'https://chat.example' } } }],
    paths: {
      '/{secret}/{channelPublicId}/status': {
        parameters: parameters('secret', 'channelPublicId'),
        get: { summary: 'Is somebody there?', responses: responses('ChannelStatus', [404, 405, 415, 429]) },
      },
      '/{secret}/{channelPublicId}': {
        parameters: parameters('secret', 'channelPublicId'),
        post: post('CustomerMessage', 'A customer writes or types', [400, 404, 405, 413, 415, 429, 503]),
      },
      '/webhooks/{providerId}/{token}': {
        parameters: parameters('providerId', 'token'),
        post: post('ProviderEvent', 'A bot writes or acts', [400, 401, 403, 405, 413, 415, 429, 503]),
      },
    },
    webhooks: {
      agentMessage: {
        post: {
          summary: 'An operator or a bot replies or types: posted to {your endpoint}/{CHANNEL_PUBLIC_ID}',
          parameters: signature,
          requestBody: requestBody('AgentMessage'),
          responses: { 200: { description: 'Delivered, or your reason why not', ...json('AgentMessageAnswer') } },
        },
      },
      serviceEvent: {
        post: {
          summary: 'A customer wrote or rated, or is to be told something: posted to {your endpoint}/{token}',
          parameters: signature,
          requestBody: requestBody('ServiceEvent'),
          responses: { '2XX': { description: 'You have it' }, default: { description: 'It is sent again' } },
        },
      },
    },
    components: { schemas: Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, jsonSchema(body)])) },
  };
}

function jsonSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input', override: withoutIntegerRange });
}

if (import.meta.main) {
  const documents = { 'openapi.json': openApiDocument, 'api.openapi.json': apiDocument };
  for (const [name, documentOf] of Object.entries(documents))
    writeFileSync(
      path.resolve(import.meta.dirname, '../docs', name),
      `${JSON.stringify(documentOf(manifest.version), undefined, 2)}\n`,
    );
}
