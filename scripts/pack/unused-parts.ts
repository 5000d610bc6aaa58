import type { Plugin } from 'vite';

/** Replacement code for modules that packages need only for features not used here, by the importing package. */
const UNUSED: readonly { readonly of: string; readonly parts: RegExp; readonly code: string }[] = [
  // Settings are parsed by zod; loading this one's code takes longer than parsing them.
  {
    of: 'conf',
    parts: /^ajv(?:\/dist\/2020\.js|-formats)$/,
    code: "export class Ajv2020 { constructor() { throw new Error('Settings have no JSON schema'); } }\nexport default { default: () => undefined };",
  },
  // Its signal handlers end the process at once on Windows; settings are written atomically anyway.
  { of: 'atomically', parts: /^when-exit$/, code: 'export default () => () => undefined;' },
  // Without JSON schemas, which no route has, and `inject`, the listener loads half as much code at each start.
  {
    of: 'fastify',
    parts: /^(?:@fastify\/(?:ajv-compiler|fast-json-stringify-compiler)|light-my-request)$/,
    code: "module.exports = () => { throw new Error('Routes have no JSON schemas'); };",
  },
  // It lists a folder's files for routes of their own, where one route for all does not suffice.
  {
    of: '@fastify/static',
    parts: /^glob$/,
    code: "export const glob = () => { throw new Error('Files are not listed'); };",
  },
];
const STAND_IN = '\0counterbell:unused-part-of-';

/** Leaves out code that packages include for unused options. */
export function withoutUnusedParts() {
  return {
    name: 'counterbell:unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source: string, importer: string | undefined) => {
      const found = UNUSED.find(
        ({ of, parts }) =>
          parts.test(source) && (importer ?? '').replaceAll('\\', '/').includes(`/node_modules/${of}/`),
      );
      return found && STAND_IN + found.of;
    },
    load: (id: string) => UNUSED.find(({ of }) => id === STAND_IN + of)?.code,
  } satisfies Plugin;
}

/** Strips the emoji data down to what is shown and searched: a third. */
export function withoutUnusedEmojiData() {
  return {
    name: 'counterbell:unused-emoji-data',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /emojibase-data\/\w+\/data\.json/ },
      handler: (code: string) => {
        const emojis = JSON.parse(code) as readonly Readonly<Record<string, unknown>>[];
        return JSON.stringify(
          emojis.map(({ emoji, group, label, version, tags }) => ({ emoji, group, label, version, tags })),
        );
      },
    },
  } satisfies Plugin;
}
