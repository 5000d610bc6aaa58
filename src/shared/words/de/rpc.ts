import type { Catalogue } from '../catalogue.ts';

export const rpc = {
  unreachable: 'Counterbell antwortet gerade nicht.',
} as const satisfies Catalogue;
