import { afterAll, beforeEach } from 'vitest';
import { closeStores } from '../fixtures/memory-store.ts';
import { noPostgres } from '../fixtures/postgres.ts';

if (noPostgres !== undefined) beforeEach(({ skip }) => skip(noPostgres));
afterAll(closeStores);
