import type { Plugin } from 'vite';

/** What of a package would have to be compiled for this computer, and what it does without. */
const PARTS = /^cpu-features$|[\\/]sshcrypto\.node$/;
const ABSENT = '\0counterbell:native-part';

/** Leaves compiled parts out of a bundle, whether or not some install compiled them: who asks for one learns that it is not there. */
export function withoutNativeParts(): Plugin {
  return {
    name: 'counterbell:native-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (PARTS.test(source) ? ABSENT : undefined),
    load: (id) => (id === ABSENT ? "throw new Error('not compiled');" : undefined),
  };
}
