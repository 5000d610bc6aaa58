import type { Connection, WritingConnection } from '../connection.ts';
import { BURST_MINUTES, MINUTE } from '../new-chats.ts';
import { sql } from '../sql.ts';

/** Milliseconds by the database's clock. */
const NOW = sql`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS DOUBLE PRECISION)`;

/** Counts new chats per channel, for all nodes together: in a table, which rolls back by itself. */
export function newChatsOn(db: Pick<Connection, 'run' | 'value'>): WritingConnection['newChats'] {
  return {
    take: async (channelId, { perMinute }) => {
      const each = MINUTE / perMinute;
      const most = BURST_MINUTES * MINUTE;
      const counted = await db.run`
        INSERT INTO new_chats (channel_id, full_at) VALUES (${channelId}, ${NOW} + ${each})
        ON CONFLICT (channel_id) DO UPDATE SET full_at = greatest(new_chats.full_at, ${NOW}) + ${each}
        WHERE greatest(new_chats.full_at, ${NOW}) + ${each} - ${NOW} <= ${most}`;
      if (counted > 0) return 0;
      const wait = await db.value<number>`
        SELECT full_at + ${each} - ${NOW} - ${most} FROM new_chats WHERE channel_id = ${channelId}`;
      return Math.max(1, wait ?? 1);
    },
  };
}
