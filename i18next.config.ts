import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'i18next-cli';
import { LANGUAGES } from './src/shared/locales/languages.ts';

/** Patterns of composed keys: `jobs.steps.${step}`. The tool can't list the values of a zod schema. */
const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => readFileSync(file, 'utf8'));
const composed = sources
  .flatMap((source) => [...source.matchAll(/\b(?:t|phrase)\(\s*`([^`]*\$\{[^`]*)`/g)])
  .map(([, key = '']) => key.replaceAll(/\$\{[^}]*\}/g, '*'));
/** A problem has two texts: `problemOf('reach.offline')`. */
const problems = sources
  .flatMap((source) => [...source.matchAll(/\bproblemOf\(\s*['`]([\w.${}]+)['`]/g)])
  .map(([, name = '']) => `findings:${name.replaceAll(/\$\{[^}]*\}/g, '*')}`)
  .flatMap((name) => [`${name}.text`, `${name}.text_*`, `${name}.todo`]);

export default defineConfig({
  locales: LANGUAGES.map(({ code }) => code),
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/**/*.test.*'],
    output: 'src/shared/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    preservePatterns: [...new Set([...composed, ...problems])],
    // Calls that format text at once, phrases of the engine, and messages of field rules.
    functions: ['t', '*.t', 'phrase', 'rule'],
    // The rating page and the window on websites read their texts directly: a missing one doesn't compile.
    ignoreNamespaces: ['rating', 'site'],
  },
  types: {
    input: ['src/shared/locales/en/*.json'],
    output: 'src/shared/locales/i18next.d.ts',
    resourcesFile: 'src/shared/locales/resources.d.ts',
  },
});
