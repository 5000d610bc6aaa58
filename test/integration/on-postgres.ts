import { basename } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { hostsUse } from '../fixtures/host-client.ts';
import { noPostgres, spaceIn } from '../fixtures/postgres.ts';

/*
 * Of the tests of hosts, those of the project `hosts-on-postgres`: what a data folder's host stores is in PostgreSQL, in
 * a schema of its own.
 */

const database = inject('postgresUrl');

if (database === undefined) beforeEach(({ skip }) => skip(noPostgres));
else {
  beforeAll(() =>
    hostsUse(async (dataDir) => {
      const space = spaceIn(database, basename(dataDir).replaceAll(/\W/g, '_').toLowerCase());
      await space.create();
      return space.url;
    }, 2),
  );
  afterAll(() => hostsUse(undefined));
}
