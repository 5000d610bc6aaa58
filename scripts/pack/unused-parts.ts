import type { Plugin } from 'vite';

/** What `conf` would check settings with, had they a schema of its kind; ours are read by zod. Reading its code takes longer than reading the settings. */
const PARTS = /^ajv(?:\/dist\/2020\.js|-formats)$/;
const UNUSED = '\0counterbell:unused-part';

/** Leaves out what `conf` would only need for an option that is never given: who asks for it learns that it is not there. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'counterbell:unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (PARTS.test(source) && /[\\/]node_modules[\\/]conf[\\/]/.test(importer ?? '') ? UNUSED : undefined),
    load: (id) => (id === UNUSED ? "export class Ajv2020 { constructor() { throw new Error('Settings have no JSON schema'); } }\nexport default { default: () => undefined };" : undefined),
  };
}
