import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '#shared/domain/message.ts';
import type { ConversationMedia } from './media-context.tsx';
import { createPlayer } from './player.ts';

interface ViewedPicture {
  readonly media: ConversationMedia;
  /** the large view was open once: it stays, so that it closes as it opened */
  readonly wasViewed: boolean;
  /** what the large view is given */
  readonly viewer: {
    readonly pictures: readonly Message[];
    readonly shownId: string | undefined;
    readonly onShow: (messageId: string | undefined) => void;
    readonly opener: RefObject<Element | null>;
  };
}

/** What the media of a conversation share: one player, which stops with it, and one large view. */
export function useViewedPicture(messages: readonly Message[]): ViewedPicture {
  const [player] = useState(() => createPlayer());
  useEffect(() => player.stop, [player]);
  const [shownId, onShow] = useState<string>();
  const [wasViewed, setViewed] = useState(false);
  const opener = useRef<Element>(null);
  const media = useMemo(() => {
    const view = (messageId: string): void => {
      opener.current = document.activeElement;
      setViewed(true);
      onShow(messageId);
    };
    return { player, view };
  }, [player]);
  const pictures = useMemo(
    () => (shownId === undefined ? [] : messages.filter(({ id, type }) => type === 'photo' || id === shownId)),
    [messages, shownId],
  );
  return { media, wasViewed, viewer: { pictures, shownId, onShow, opener } };
}
