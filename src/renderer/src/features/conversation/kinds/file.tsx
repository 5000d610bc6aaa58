import { visibleName } from '#shared/domain/visible-text.ts';
import type { MediaType } from '#shared/domain/kinds/file.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#renderer/components/class-names.ts';
import { ExternalLink } from '#renderer/components/external-link.tsx';
import { useMediaQuery } from '#renderer/state/page-state.ts';
import { useMedia, useMediaGone } from '#renderer/rpc/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { kindLabel } from '../conversation-text.ts';
import { Document, MediaCard, mediaIcons, titleOf, fileLink } from '../media/media-card.tsx';
import { type MediaProps, mediaView, pictureBox, refusalText, sizeOf } from '../media/media-file.tsx';
import { Picture, Still, Video } from '../media/pictures.tsx';
import { Audio, Voice } from '../media/sound.tsx';
import type { Background, KindView } from './kind-view.ts';

const views = {
  photo: Picture,
  sticker: Sticker,
  video: Video,
  audio: Audio,
  voice: Voice,
  document: Document,
} as const;

/** A message's media, shown or played as its content allows. */
function MediaContent({ message, type }: { readonly message: Message; readonly type: MediaType }) {
  const state = useMedia(message.id, 'file').data;
  const view = mediaView(type, state);
  if (state?.state === 'refused' && !(view === 'sticker' && message.emoji !== undefined))
    return (
      <div className={cn('w-96 max-w-full', (type === 'photo' || type === 'video') && 'px-2 py-1')}>
        <MediaCard message={message} kind={type} state={state} />
      </div>
    );
  const View = views[view];
  return <View message={message} kind={type} state={state} />;
}

/** A sticker without a background; its emoji while loading, and if it fails. */
function Sticker({ message, state }: MediaProps) {
  const { t } = useTranslation('conversation');
  const goneLabel = useMediaGone();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [loaded, setLoaded] = useState<string>();
  const name = [kindLabel('sticker'), message.emoji].filter(Boolean).join(' ');
  const file = state?.state === 'ready' ? state : undefined;
  const link = fileLink(message.file);
  const shown = {
    src: file?.url,
    onError: () => goneLabel(message.id, 'file'),
    className: cn('absolute inset-0 size-full object-contain transition-opacity', loaded !== file?.url && 'opacity-0'),
  };
  const onLoad = (): void => setLoaded(file?.url);
  return (
    <div className="flex flex-col gap-1">
      <div role="img" aria-label={name} className="relative grid size-40 place-items-center">
        {loaded === undefined && (
          <span aria-hidden className="text-[72px] leading-none">
            {message.emoji ?? ''}
          </span>
        )}
        {file?.form === 'image' && <Still {...shown} onLoad={onLoad} />}
        {file?.form === 'video' && <video {...shown} muted loop playsInline autoPlay={!still} onLoadedData={onLoad} />}
      </div>
      {state?.state === 'refused' && (
        <p className="max-w-80 text-meta text-ink-quiet">
          {refusalText(state)}{' '}
          {link !== undefined && (
            <ExternalLink href={link.href} what={`${t('open')}: ${titleOf(message, 'sticker')}`}>
              {t('open')}
            </ExternalLink>
          )}
        </p>
      )}
    </div>
  );
}

function viewOf(type: MediaType, background: Background, height: number | KindView['height']): KindView {
  return {
    icon: mediaIcons[type],
    background: () => background,
    height: typeof height === 'number' ? () => height : height,
    nameOf: ({ fileName }) => visibleName(fileName),
    Content: ({ message }) => <MediaContent message={message} type={type} />,
  };
}

const pictureHeight = (message: Message): number => pictureBox(sizeOf(message)).height;

/** Pictures fill their bubble up to a frame; stickers have no bubble. */
export const files: Readonly<Record<MediaType, KindView>> = {
  photo: viewOf('photo', 'frame', pictureHeight),
  video: viewOf('video', 'frame', pictureHeight),
  audio: viewOf('audio', 'wide', 66),
  voice: viewOf('voice', 'wide', 56),
  document: viewOf('document', 'wide', 40),
  sticker: { ...viewOf('sticker', 'wide', 160), background: ({ text }) => (text === undefined ? 'none' : 'wide') },
};
