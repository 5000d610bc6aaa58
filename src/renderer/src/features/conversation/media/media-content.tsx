import { useMedia } from '#renderer/rpc/use-media.ts';
import type { Message } from '#shared/domain/message.ts';
import type { MediaType } from '#shared/protocol/chat-channel.ts';
import { Audio } from './audio.tsx';
import { Document } from './document.tsx';
import { MediaCard } from './media-card.tsx';
import { mediaView } from './media-form.ts';
import { Picture } from './picture.tsx';
import { Sticker } from './sticker.tsx';
import { Video } from './video.tsx';
import { Voice } from './voice.tsx';

interface MediaContentProps {
  readonly message: Message;
  readonly type: MediaType;
}

/** What a message has beside words: shown or played here, as its content allows. */
export function MediaContent({ message, type }: MediaContentProps) {
  const state = useMedia(message.id, 'file').data;
  const view = mediaView(type, state);
  // Pictures and films keep the place that they had, and an emoji stands for its sticker.
  const isStanding = view === 'picture' || view === 'video' || (view === 'sticker' && message.emoji !== undefined);
  if (state?.state === 'refused' && !isStanding)
    return (
      <div className="w-96 max-w-full">
        <MediaCard message={message} kind={type} state={state} />
      </div>
    );
  switch (view) {
    case 'picture':
      return <Picture message={message} state={state} />;
    case 'sticker':
      return <Sticker message={message} state={state} />;
    case 'video':
      return <Video message={message} state={state} />;
    case 'audio':
      return <Audio message={message} state={state} />;
    case 'voice':
      return <Voice message={message} state={state} />;
    case 'document':
      return <Document message={message} kind={type} state={state} />;
  }
}
