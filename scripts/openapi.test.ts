import { readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import manifest from '../package.json' with { type: 'json' };

const text = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8');

test('docs/openapi.json is up to date with `npm run openapi`', () => {
  expect(text).toBe(`${JSON.stringify(openApiDocument(manifest.version), undefined, 2)}\n`);
});

test('it is valid OpenAPI 3.1', async () => {
  expect(await validate(JSON.parse(text) as Parameters<typeof validate>[0])).toMatchObject({ valid: true });
});
