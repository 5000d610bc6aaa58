import type { OpenAPIV3_1 } from 'openapi-types';
import { answers, headers } from './answers.ts';
import { botPaths, botWebhooks } from './bot-provider.ts';
import { channelPaths, channelWebhooks } from './chat-channel.ts';
import { schemas } from './schemas.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/** OpenAPI 3.1 of both interfaces: `paths` are requests to the service, `webhooks` its requests to others. */
export function openApiDocument(version: string): OpenAPIV3_1.Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterbell',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      summary: 'The chat channel and the bot provider interface',
      description:
        'Made from the schemas that the service reads with. docs/developers.md explains it. All bodies are one JSON object in UTF-8, at most 256 KiB. Any request may also be answered with 408 (it took too long), 417 (an `Expect` header other than `100-continue`) or 431 (its head is over 16 KiB).',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [
      {
        url: '{base}',
        description: 'Where the outside world reaches the listener',
        variables: { base: { default: 'https://chat.example' } },
      },
    ],
    tags: [
      { name: 'Chat channel', description: 'Websites and apps: customers write, operators answer' },
      { name: 'Bot provider', description: 'Bots that answer first' },
    ],
    security: [],
    paths: { ...channelPaths, ...botPaths },
    webhooks: { ...channelWebhooks, ...botWebhooks },
    components: {
      schemas: schemas(),
      responses: answers(),
      headers: { ...headers },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The bot’s token once more. Not needed; where it is sent, it must be right.',
        },
      },
    },
  };
}

export function openApiText(version: string): string {
  return `${JSON.stringify(openApiDocument(version), undefined, 2)}\n`;
}

// `npm run openapi`
if (import.meta.main)
  writeFileSync(path.resolve(import.meta.dirname, '../../docs/openapi.json'), openApiText(manifest.version));
