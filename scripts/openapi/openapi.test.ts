import {
  agentContentOf,
  agentMessage,
  CONTENT_TYPES,
  renderAgentMessage,
  renderTyping,
} from '#shared/domain/kinds/kinds.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dereference, validate } from '@readme/openapi-parser';
import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import { readProviderPost } from '#main/bots/provider-post.ts';
import { parseOutcome } from '#main/channels/replies.ts';
import { readCustomerPost, readEnvelope } from '#main/channels/customer-post.ts';
import { serviceEvents } from '#shared/protocol/bot-provider.ts';
import { toInternalNames } from '../../src/shared/protocol/fields.ts';
import { agentTyping } from '#shared/protocol/chat-channel.ts';
import { providerExamples, serviceExamples } from './bot-provider.ts';
import { agentExamples, customerExamples } from './chat-channel.ts';
import { openApiDocument, openApiText } from './document.ts';

import manifest from '../../package.json' with { type: 'json' };

const file = path.resolve(import.meta.dirname, '../../docs/openapi.json');
const document = () => structuredClone(openApiDocument(manifest.version));
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

test('docs/openapi.json is up to date with `npm run openapi`', () => {
  expect(readFileSync(file, 'utf8')).toBe(openApiText(manifest.version));
});

test('it is valid OpenAPI 3.1, and every reference resolves', async () => {
  expect(await validate(document())).toMatchObject({ valid: true });
  expect(JSON.stringify(await dereference(document()))).not.toContain('"$ref"');
});

test('both directions are described', () => {
  const { paths = {}, webhooks = {} } = document();
  expect(Object.keys(paths)).toEqual([
    '/{secret}/{channelPublicId}/status',
    '/{secret}/{channelPublicId}',
    '/webhooks/{providerId}/{token}',
  ]);
  expect(Object.keys(webhooks)).toEqual(['agentMessage', 'serviceEvent']);
});

test('an error with a time to retry has the header for it', () => {
  const answers = document().components?.responses ?? {};
  const named = Object.entries(answers as Record<string, OpenAPIV3_1.ResponseObject>).filter(
    ([, { headers = {} }]) => 'Retry-After' in headers,
  );
  expect(named.map(([name]) => name)).toEqual(['TooManyRequests', 'BotBlocked', 'StorageUnavailable']);
});

describe('examples', () => {
  test.each(Object.entries(customerExamples))('a customer’s %s parses without a note', (_name, body) => {
    const post = readCustomerPost(readEnvelope(bytes(body)), 'shop');
    expect(post.kind === 'typing' ? [] : post.notes).toEqual([]);
  });

  test.each(Object.entries(providerExamples))('a provider’s %s parses', (_name, body) => {
    expect(readProviderPost(body).event).toBe(body.event);
  });

  test.each(Object.entries(serviceExamples))('%s is what providers receive', (_name, body) => {
    expect(serviceEvents[body.event].parse(body)).toEqual(body);
  });

  test('replies and typing are what integrations receive', () => {
    const { typingBegins, ...replies } = agentExamples;
    for (const { sender, message, ...reply } of Object.values(replies)) {
      const content = agentContentOf({ ...message, ...toInternalNames(message) }, CONTENT_TYPES);
      expect(agentMessage.parse(JSON.parse(renderAgentMessage('"customer-42"', sender, content)))).toEqual({
        ...reply,
        sender,
        message,
      });
    }
    expect(agentTyping.parse(JSON.parse(renderTyping('42', typingBegins.sender, 'typein')))).toEqual(typingBegins);
  });

  test('both responses of an integration are understood', () => {
    const content = answerContent('agentMessage');
    const said = Object.values(content.examples ?? {}).map((example) =>
      parseOutcome(200, JSON.stringify('value' in example ? example.value : undefined)),
    );
    expect(said).toEqual([
      { ok: true },
      { ok: false, error: { kind: 'refused', code: 'unknown_customer', message: 'This customer has left' } },
    ]);
  });
});

describe('required fields are required by the service too', () => {
  const posts = [
    ...Object.entries(customerExamples).map(([name, body]) => ({
      name,
      body,
      read: (value: unknown) => void readCustomerPost(readEnvelope(bytes(value)), 'shop'),
      schema: 'CustomerMessage',
    })),
    ...Object.entries(providerExamples).map(([name, body]) => ({
      name,
      body,
      read: (value: unknown) => void readProviderPost(value as typeof body),
      schema: `${body.event}Event`,
    })),
  ];

  test.each(posts)('$schema $name', ({ body, read, schema }) => {
    const paths = requiredPaths(document().components?.schemas?.[schema] as OpenAPIV3_1.SchemaObject, body);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((each) => isTaken(() => read(without(body, each))))).toEqual([]);
  });
});

function isTaken(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function answerContent(webhook: string): OpenAPIV3_1.MediaTypeObject {
  const item = document().webhooks?.[webhook];
  if (item === undefined || !('post' in item)) throw new Error(`${webhook} is not described`);
  const answer = item.post?.responses?.['200'] as OpenAPIV3_1.ResponseObject | undefined;
  const content = answer?.content?.['application/json'];
  if (content === undefined) throw new Error(`${webhook} has no answer`);
  return content;
}

/** Paths of the fields that a schema requires of this value. */
function requiredPaths(schema: OpenAPIV3_1.SchemaObject, value: object): string[][] {
  const fields = value as Record<string, unknown>;
  const { required = [], properties = {}, oneOf = [] } = schema;
  if (oneOf.length > 0)
    return oneOf
      .map((each) => each as OpenAPIV3_1.SchemaObject)
      .filter((each) => fits(each, fields))
      .flatMap((each) => requiredPaths(each, value));
  return required.flatMap((name) => {
    const inner = fields[name];
    const below =
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? requiredPaths(properties[name] as OpenAPIV3_1.SchemaObject, inner)
        : [];
    return [[name], ...below.map((each) => [name, ...each])];
  });
}

function fits({ properties = {} }: OpenAPIV3_1.SchemaObject, { type }: Record<string, unknown>): boolean {
  const { const: only, enum: several = [] } = properties['type'] as {
    readonly const?: unknown;
    readonly enum?: unknown[];
  };
  return only === type || several.includes(type);
}

function without(value: object, [first = '', ...rest]: readonly string[]): object {
  const fields = value as Record<string, unknown>;
  if (rest.length > 0) return { ...fields, [first]: without(fields[first] as object, rest) };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== first));
}
