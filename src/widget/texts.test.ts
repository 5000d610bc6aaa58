import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '#shared/locales/en/site.json' with { type: 'json' };

/** Keys that are put together: `texts.refused[code]`. */
const COMPOSED = ['refused', 'kinds', 'rates', 'ask', 'states', 'opening'];

it('every text of the window is used', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const code = sources.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
  const keys = Object.entries(en).flatMap(([key, text]) =>
    typeof text === 'string' || COMPOSED.includes(key) ? [key] : [key, ...Object.keys(text)],
  );
  const names = keys.map((key) => key.replace(/_(?:one|other)$/, ''));
  expect(names.filter((name) => !new RegExp(`[.'{ ]${name}\\b(?!:)`).test(code))).toEqual([]);
});
