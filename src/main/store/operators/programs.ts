import { nothing } from '#shared/contract/fields.ts';
import { query } from '../command.ts';

/** A program with a key of its own. */
export interface Program {
  readonly id: string;
  readonly name: string;
  /** the first use of its key on the last day that it was used; absent: never */
  readonly usedAt?: number | undefined;
}

export const programQueries = {
  /** in the order in which they were added */
  'programs.list': query({
    for: 'owner',
    input: nothing,
    topics: ['operators', 'audit'],
    read: async (db) => ({
      programs: await db.all<Program>`
        SELECT id, name, (SELECT max(at) FROM audit WHERE operator_id = operators.id AND action = 'signedIn') AS used_at
        FROM operators WHERE role = 'program' AND removed_at IS NULL ORDER BY sort_order, id`,
    }),
  }),
} as const;
