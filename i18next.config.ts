import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'i18next-cli';
import { LANGUAGES } from './src/shared/locales/languages.ts';

/** Patterns of composed keys: `jobs.steps.${step}`. The tool can't list the values of a zod schema. */
const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => readFileSync(file, 'utf8'));
const found = (pattern: RegExp): readonly string[] =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map(([, key = '']) => key.replaceAll(/\$\{[^}]*\}/g, '*')));
const composed = found(/\b(?:t|phrase)\(\s*`([^`]*\$\{[^`]*)`/g);
/** A problem has two texts: `problemOf('reach.offline')`. */
const problems = found(/\bproblemOf\(\s*['`]([\w.${}]+)['`]/g)
  .map((name) => `findings:${name}`)
  .flatMap((name) => [`${name}.text`, `${name}.text_*`, `${name}.todo`]);
/** A label may have a hint under its name; those of a record's fields have their names: `texts: 'settings:media.'`. */
const fieldNames = found(/\b(?:of|limit|own|ngrok)\('(\w+)'\)/g);
const labels = [
  // What a channel kind's screens add.
  ...found(/\badd: '([\w:.]+)'/g),
  ...found(/\bnamed\(\s*['`]([^'`]+)['`]/g),
  ...found(/\btexts: '([\w:.]+)'/g).flatMap((prefix) => fieldNames.map((name) => prefix + name)),
];

export default defineConfig({
  locales: LANGUAGES.map(({ code }) => code),
  extract: {
    input: ['src/**/*.{ts,tsx}'],
    ignore: ['src/**/*.test.*'],
    output: 'src/shared/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    preservePatterns: [...new Set([...composed, ...problems, ...labels.flatMap((label) => [label, `${label}Hint`])])],
    // Calls that format text at once, phrases of the engine, and messages of field rules.
    functions: ['t', '*.t', 'phrase', 'rule'],
    // The rating page and the window on websites read their texts directly: a missing one doesn't compile.
    ignoreNamespaces: ['mail', 'rating', 'site'],
  },
  types: {
    input: ['src/shared/locales/en/*.json'],
    output: 'src/shared/locales/i18next.d.ts',
    resourcesFile: 'src/shared/locales/resources.d.ts',
  },
});
