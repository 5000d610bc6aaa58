import type { TestProject } from 'vitest/node';
import { noPostgres, startPostgres } from '../fixtures/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a database on the tests' PostgreSQL, in which each has a schema; undefined: this is another project */
    readonly postgresUrl: string | undefined;
  }
}

/** Starts one PostgreSQL for all tests of the project `postgres`. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (noPostgres !== undefined) return undefined;
  const { urlOf, remove } = await startPostgres();
  project.provide('postgresUrl', urlOf('postgres'));
  return remove;
}
