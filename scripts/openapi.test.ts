import { readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { describe, expect, test } from 'vitest';
import { apiDocument } from './openapi-api.ts';
import { openApiDocument } from './openapi.ts';
import manifest from '../package.json' with { type: 'json' };

describe.each([
  ['openapi.json', openApiDocument],
  ['api.openapi.json', apiDocument],
])('docs/%s', (name, documentOf) => {
  const text = readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

  test('is up to date with `npm run openapi`', () => {
    expect(text).toBe(`${JSON.stringify(documentOf(manifest.version), undefined, 2)}\n`);
  });

  test('is valid OpenAPI 3.1', async () => {
    expect(await validate(JSON.parse(text) as Parameters<typeof validate>[0])).toMatchObject({ valid: true });
  });
});
