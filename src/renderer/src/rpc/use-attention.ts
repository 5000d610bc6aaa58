import { useQuery } from '@tanstack/react-query';
import type { Operator } from '#shared/domain/entities.ts';
import type { AttentionList } from './apply-events.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';

const NOBODY: readonly string[] = [];

export interface Colleagues {
  /** who has the chat open before them, or writes in it */
  readonly looking: readonly Operator[];
  /** who is writing a reply in it */
  readonly typing: readonly Operator[];
}

/** Who of these is at a chat now, besides the operator who is signed in. */
export function useColleagues(
  chatId: string,
  operators: readonly Operator[] | undefined,
  meId: string | undefined,
): Colleagues {
  const { call } = useConsole();
  const { data } = useQuery({
    queryKey: keys.attention,
    queryFn: async (): Promise<AttentionList> => (await call('chats.attention', {})).chats,
    select: (list) => list.find((each) => each.chatId === chatId),
  });
  const named = (ids: readonly string[] = NOBODY): readonly Operator[] =>
    ids.length === 0 ? [] : (operators ?? []).filter(({ id }) => id !== meId && ids.includes(id));
  return { looking: named(data && [...data.looking, ...data.typing]), typing: named(data?.typing) };
}
