import type { Catalogue } from '../catalogue.ts';

export const rpc = {
  unreachable: 'Counterbell сейчас не отвечает.',
} as const satisfies Catalogue;
