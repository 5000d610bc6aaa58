import type { Catalogue } from '../catalogue.ts';

export const rpc = {
  unreachable: 'O Counterbell não responde no momento.',
} as const satisfies Catalogue;
