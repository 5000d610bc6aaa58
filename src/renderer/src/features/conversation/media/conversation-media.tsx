import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Message } from '#shared/domain/message.ts';
import { type Player, type Playing, createPlayer } from './player.ts';

/** What the media of a conversation share. */
interface ConversationMedia {
  readonly player: Player;
  /** shows a message's picture large */
  readonly view: (messageId: string) => void;
}

const MediaContext = createContext<ConversationMedia | undefined>(undefined);

export const ConversationMediaProvider = MediaContext;

export function useConversationMedia(): ConversationMedia {
  const given = useContext(MediaContext);
  if (given === undefined) throw new Error('ConversationMediaProvider is missing above this component');
  return given;
}

/** What the player says of a message's audio; undefined while another is in it, or none. */
export function usePlaying(messageId: string): Playing | undefined {
  return useStore(useConversationMedia().player.state, (state) => (state.messageId === messageId ? state : undefined));
}

/** What the media of a conversation share: one player, which stops with it, and one large view. */
export function useViewedPicture(messages: readonly Message[]) {
  const [player] = useState(() => createPlayer());
  useEffect(() => player.stop, [player]);
  const [shownId, onShow] = useState<string>();
  const opener = useRef<Element>(null);
  const media = useMemo(() => {
    const view = (messageId: string): void => {
      opener.current = document.activeElement;
      onShow(messageId);
    };
    return { player, view };
  }, [player]);
  const pictures = useMemo(
    () => (shownId === undefined ? [] : messages.filter(({ id, type }) => type === 'photo' || id === shownId)),
    [messages, shownId],
  );
  return { media, viewer: { pictures, shownId, onShow, opener } };
}
