import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Player, Playing } from './player.ts';

/** What the media of a conversation share. */
export interface ConversationMedia {
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
