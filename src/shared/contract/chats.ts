import { z } from 'zod';
import type { Chat } from '#shared/domain/entities.ts';
import { message } from '#shared/domain/message.ts';
import { everyone, nothing } from './fields.ts';

export const counts = z.object({
  waiting: z.int(),
  mine: z.int(),
  bot: z.int(),
  open: z.int(),
  /** snoozed chats, counted in neither Waiting, Mine nor Bot */
  snoozed: z.int(),
  /** open chats with a note that mentions the caller, who has not looked since */
  mentioned: z.int(),
  /** chats with an undelivered reply, including closed ones */
  failed: z.int(),
  /** chats that need the caller: all of them by list, and those not seen yet */
  needsMe: z.object({
    all: z.int(),
    waiting: z.int(),
    mine: z.int(),
    bot: z.int(),
    unseen: z.int(),
  }),
  /** chats opened and closed since the given local midnight */
  today: z.object({ opened: z.int(), closed: z.int() }),
});

export type Counts = z.infer<typeof counts>;

/** A chat in a customer's history. */
export interface HistoryChat extends Pick<Chat, 'id' | 'channelId' | 'openedAt'> {
  /** name of the operator who answered in it first, else of the bot */
  readonly answeredBy?: string | undefined;
}

const chatId = z.object({ chatId: z.string() });

/** Chats and their messages. */
export const chatRoutes = {
  'chats.counts': everyone({ since: z.int().optional() }, counts),
  /** `true` while the operator types (repeat freely), `false` when they stop, clear the text or leave */
  'chats.typing': everyone(chatId.extend({ typing: z.boolean() }), nothing),

  'messages.resend': everyone({ messageId: z.string() }, message),
} as const;
