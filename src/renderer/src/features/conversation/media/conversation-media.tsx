import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Message } from '#shared/domain/message.ts';
import { type Player, type Playing, createPlayer } from './player.ts';

/** Media state shared within a chat. */
interface ConversationMedia {
  readonly player: Player;
  /** opens a message's picture in the viewer */
  readonly view: (messageId: string) => void;
}

const MediaContext = createContext<ConversationMedia | undefined>(undefined);

export const ConversationMediaProvider = MediaContext;

export function useConversationMedia(): ConversationMedia {
  const given = useContext(MediaContext);
  if (given === undefined) throw new Error('ConversationMediaProvider is missing above this component');
  return given;
}

/** The player's state of a message's audio; undefined if the player holds another or none. */
export function usePlaying(messageId: string): Playing | undefined {
  return useStore(useConversationMedia().player.state, (state) => (state.messageId === messageId ? state : undefined));
}

/** Shares one player, which stops on unmount, and one viewer. */
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
