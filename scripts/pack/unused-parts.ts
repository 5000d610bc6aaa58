import type { Plugin } from 'vite';

/** What others would need only for what is never done here, as the code that stands for it, by who asks for it. */
const UNUSED: readonly { readonly of: string; readonly parts: RegExp; readonly code: string }[] = [
  // Settings are read by zod; reading this one's code takes longer than reading them.
  {
    of: 'conf',
    parts: /^ajv(?:\/dist\/2020\.js|-formats)$/,
    code: "export class Ajv2020 { constructor() { throw new Error('Settings have no JSON schema'); } }\nexport default { default: () => undefined };",
  },
  // It listens for signals and raises each once more, which on Windows ends the process there and then. Settings are written in one go: nothing is left to tidy up.
  { of: 'atomically', parts: /^when-exit$/, code: 'export default () => () => undefined;' },
  // No route has a JSON schema, and `inject` is for tests. Without both, the listener has half as much code to read at each start.
  {
    of: 'fastify',
    parts: /^(?:@fastify\/(?:ajv-compiler|fast-json-stringify-compiler)|light-my-request)$/,
    code: "module.exports = () => { throw new Error('Routes have no JSON schemas'); };",
  },
];
const STAND_IN = '\0counterbell:unused-part-of-';

/** Leaves out what packages bring along for options that are never given. */
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

/** Of the data of emoji, leaves what is shown and looked for: a third. */
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
