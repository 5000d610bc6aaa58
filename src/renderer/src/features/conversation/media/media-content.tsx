import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import { useMediaQuery } from '#renderer/components/page-state.ts';
import { useMedia, useMediaGone } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import type { MediaType } from '#shared/protocol/chat-channel.ts';
import { kindWords } from '../conversation-text.ts';
import { Document, MediaCard, titleOf, webLink } from './media-card.tsx';
import { mediaView, refusalWords } from './media-file.ts';
import { Picture } from './picture.tsx';
import { Audio, Voice } from './sound.tsx';
import { Video } from './video.tsx';

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

interface StickerProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** A sticker on no ground of its own; its emoji until it is there, and instead of it where it cannot be had. */
export function Sticker({ message, state }: StickerProps) {
  const gone = useMediaGone();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [loaded, setLoaded] = useState<string>();
  const name = [kindWords('sticker'), message.emoji].filter(Boolean).join(' ');
  const url = state?.state === 'ready' && state.form !== 'audio' ? state.url : undefined;
  const look = cn('absolute inset-0 size-full object-contain transition-opacity', loaded !== url && 'opacity-0');
  return (
    <div className="flex flex-col gap-1">
      <div role="img" aria-label={name} className="relative grid size-40 place-items-center">
        {loaded === undefined && (
          <span aria-hidden className="text-[72px] leading-none">
            {message.emoji ?? ''}
          </span>
        )}
        {url !== undefined && state?.state === 'ready' && state.form === 'image' && (
          <img
            src={url}
            alt=""
            draggable={false}
            decoding="async"
            onLoad={() => setLoaded(url)}
            onError={() => gone(message.id, 'file')}
            className={look}
          />
        )}
        {url !== undefined && state?.state === 'ready' && state.form === 'video' && (
          <video
            src={url}
            muted
            loop
            playsInline
            autoPlay={!still}
            onLoadedData={() => setLoaded(url)}
            onError={() => gone(message.id, 'file')}
            className={look}
          />
        )}
      </div>
      {state?.state === 'refused' && <NotShown message={message} state={state} />}
    </div>
  );
}

/** Under the emoji that stands for it. */
function NotShown({
  message,
  state,
}: {
  readonly message: Message;
  readonly state: Extract<MediaState, { state: 'refused' }>;
}) {
  const { t } = useTranslation('conversation');
  const link = webLink(message.file);
  return (
    <p className="max-w-80 text-meta text-ink-quiet">
      {refusalWords(state)}{' '}
      {link !== undefined && (
        <a
          href={link.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('opensInBrowser', { what: `${t('open')}: ${titleOf(message, 'sticker')}` })}
        >
          {t('open')}
        </a>
      )}
    </p>
  );
}
