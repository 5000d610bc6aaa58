import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { useConversationMedia, usePlaying } from './media-context.tsx';

export interface Track {
  readonly isPlaying: boolean;
  /** seconds */
  readonly position: number;
  /** seconds, as the file says, or else as its sender does */
  readonly length: number | undefined;
  readonly failed: boolean;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
}

/** A message's audio in the conversation's player. `measured`: its length in seconds, where it was looked through. */
export function useTrack(message: Message, state: MediaState | undefined, speed: number, measured?: number): Track {
  const { player } = useConversationMedia();
  const playing = usePlaying(message.id);
  const url = state?.state === 'ready' ? state.url : undefined;
  const toggle = (): void => {
    if (url !== undefined) player.toggle(message.id, url, speed);
  };
  return {
    isPlaying: playing?.isPlaying === true,
    position: playing?.position ?? 0,
    length: playing?.duration ?? measured ?? message.duration,
    failed: playing?.failed === true,
    toggle,
    seek: (seconds) => {
      if (playing === undefined) toggle();
      player.seek(seconds);
    },
  };
}
