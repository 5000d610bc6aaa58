import { z } from 'zod';
import { command } from '../command.ts';
import { findChat, mustRead, requireAllowed } from './chat-change.ts';

export const pinCommands = {
  /** on top of everyone's lists, until it is unpinned or closed. Coded errors: not_found, chat_closed */
  'chats.pin': command({
    for: 'everyone',
    input: { chatId: z.string(), pinned: z.boolean() },
    run: async (db, { pinned, ...act }) => {
      const found = await findChat(db, act.chatId);
      if (found.ownership.state === 'closed') await requireAllowed(db, found, { ok: false, refusal: 'chat_closed' });
      await db.update('chats', { id: found.chatId }, { pinned });
      const chat = await mustRead(db, found.chatId);
      return { answer: chat, happened: [{ name: 'chat.changed', data: { chat } }] };
    },
  }),
} as const;
