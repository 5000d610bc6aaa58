import type { Plugin } from 'vite';

/** Optional parts of packages that would have to be compiled for this computer. */
const PARTS = /^cpu-features$|[\\/]sshcrypto\.node$/;
const ABSENT = '\0counterbell:native-part';

/** Keeps compiled parts out of a bundle, whether or not an install compiled them: requiring one fails as if it were missing. */
export function withoutNativeParts(): Plugin {
  return {
    name: 'counterbell:native-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (PARTS.test(source) ? ABSENT : undefined),
    load: (id) => (id === ABSENT ? "throw new Error('not compiled');" : undefined),
  };
}
