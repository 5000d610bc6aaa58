import type { Catalogue } from '../catalogue.ts';

export const rpc = {
  unreachable: 'Counterbell no responde en este momento.',
} as const satisfies Catalogue;
