import type { Catalogue } from '../catalogue.ts';

export const rpc = {
  unreachable: 'Counterbell does not answer at the moment.',
} as const satisfies Catalogue;
