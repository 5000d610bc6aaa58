import { useMemo } from 'react';
import { useChannel, useMe, useSavedReplies } from '#renderer/rpc/use-directory.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { filledPlaceholders } from '#shared/domain/placeholders.ts';
import { indexReplies } from '#shared/domain/find-replies.ts';

/** The saved replies ready to be searched; empty until they are loaded. */
export function useSavedIndex() {
  const { data } = useSavedReplies();
  return useMemo(() => indexReplies(data ?? []), [data]);
}

/** Fills the placeholders of a reply with what is known in a chat. */
export function useFilled(chat: Chat): (text: string) => string {
  const operator = useMe().data?.name;
  const channel = useChannel(chat.channelId)?.name;
  return (text) => filledPlaceholders(text, { customer: chat.customer.name, operator, channel });
}
