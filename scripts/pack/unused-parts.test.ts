import { expect, test } from 'vitest';
import { withoutUnusedParts } from './unused-parts.ts';

const { resolveId, load } = withoutUnusedParts();

test.each([
  ['ajv/dist/2020.js', '/app/node_modules/conf/dist/source/index.js'],
  ['ajv-formats', 'C:\\app\\node_modules\\conf\\dist\\source\\index.js'],
  ['when-exit', '/app/node_modules/atomically/dist/utils/temp.js'],
  ['@fastify/ajv-compiler', '/app/node_modules/fastify/lib/schema-controller.js'],
  ['@fastify/fast-json-stringify-compiler', '/app/node_modules/fastify/lib/schema-controller.js'],
  ['light-my-request', '/app/node_modules/fastify/fastify.js'],
  ['glob', '/app/node_modules/@fastify/static/index.js'],
])('%s is left out when %s imports it', (source, importer) => {
  expect(load(resolveId(source, importer) ?? '')).toMatch(/export (?:default|const)|module\.exports/);
});

test.each([
  ['when-exit', '/app/node_modules/other/index.js'],
  ['when-exit-other', '/app/node_modules/atomically/dist/utils/temp.js'],
  ['ajv', undefined],
])('%s is kept for %s', (source, importer) => {
  expect(resolveId(source, importer)).toBeUndefined();
});

test('the replacement for the temporary file writer accepts its cleanup, and sets no listener', async () => {
  const code = load(resolveId('when-exit', '/app/node_modules/atomically/dist/utils/temp.js') ?? '') ?? '';
  const before = process.listenerCount('SIGTERM');
  const { default: whenExit } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: (tidy: () => void) => () => void;
  };
  whenExit(() => undefined)();
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
