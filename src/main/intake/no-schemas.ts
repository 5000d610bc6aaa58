import type { FastifyServerOptions } from 'fastify';

const refuse = (): never => {
  throw new Error('Routes have no JSON schemas: what comes in is read by schemas of our own');
};

/** For a server whose routes have no JSON schemas: loading the schema compilers would take half of its start. */
export const noSchemas: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } },
};
