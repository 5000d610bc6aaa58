import { getWords } from './media-text.ts';
import { useTranslation } from 'react-i18next';
import { percentWords } from '#renderer/components/amounts.ts';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useMedia, useMediaGone } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { FetchRing, GetButton } from './fetch-notes.tsx';
import { MediaCard } from './media-card.tsx';
import type { Size } from './picture-box.ts';
import { useZoom } from './use-zoom.ts';

/** Pixels that an arrow key moves a zoomed picture. */
const NUDGE = 80;

interface ViewerStageProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
  readonly name: string;
  readonly stage: RefObject<HTMLDivElement | null>;
}

/** One picture, fitted at first, zoomed as one likes; its preview until it is there. */
export function ViewerStage({ message, state, name, stage }: ViewerStageProps) {
  const { t } = useTranslation('conversation');
  const gone = useMediaGone();
  const thumb = useMedia(message.id, 'thumb', message.thumb !== undefined).data;
  const [picture, setPicture] = useState<Size>();
  const { zoom, scale, step, fit, move, pointer } = useZoom(stage, picture);
  const isZoomed = zoom.factor > 1;
  // Another picture comes in with the same keys: they stay with the stage.
  useEffect(() => stage.current?.focus({ preventScroll: true }), [stage]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const nudges: Record<string, readonly [number, number]> = {
      ArrowLeft: [NUDGE, 0],
      ArrowRight: [-NUDGE, 0],
      ArrowUp: [0, NUDGE],
      ArrowDown: [0, -NUDGE],
    };
    const nudge = nudges[event.key];
    if (event.key === '+' || event.key === '=') step('in');
    else if (event.key === '-') step('out');
    else if (event.key === '0') fit();
    else if (nudge !== undefined && isZoomed) move({ x: nudge[0], y: nudge[1] });
    else return;
    event.preventDefault();
  };

  const isPicture = state?.state === 'ready' && state.form === 'image';
  const preview = thumb?.state === 'ready' && thumb.form === 'image' ? thumb.url : undefined;
  return (
    <div
      ref={stage}
      tabIndex={0}
      role="group"
      aria-label={t('media.viewer.stage')}
      {...{ ...pointer, onKeyDown }}
      className={cn(
        'relative min-w-0 flex-1 touch-none overflow-hidden select-none focus-visible:outline-offset-[-2px]',
        isZoomed && 'cursor-grab active:cursor-grabbing',
      )}
    >
      {preview !== undefined && picture === undefined && (
        <img
          src={preview}
          alt=""
          draggable={false}
          className="absolute inset-0 m-auto size-full max-h-[80%] max-w-[80%] object-contain opacity-60"
        />
      )}
      {isPicture && (
        <img
          src={state.url}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget }) =>
            setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => gone(message.id, 'file')}
          style={
            picture === undefined
              ? { visibility: 'hidden' }
              : {
                  width: picture.width * scale,
                  height: picture.height * scale,
                  transform: `translate(calc(-50% + ${String(zoom.x)}px), calc(-50% + ${String(zoom.y)}px))`,
                }
          }
          className="absolute top-1/2 left-1/2 max-w-none"
        />
      )}
      {!isPicture && <Standing message={message} state={state} />}
      {picture !== undefined && (
        <div className="absolute inset-x-0 bottom-3 mx-auto flex w-fit items-center rounded-full border bg-raised p-0.5">
          <IconButton
            size="sm"
            label={t('media.viewer.zoomOut')}
            shortcut="−"
            icon={<ZoomOut />}
            disabled={!isZoomed}
            onClick={() => step('out')}
            className="rounded-full"
          />
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${t('media.viewer.zoomFit')}, ${percentWords(scale)}`}
            title={t('media.viewer.zoomFit')}
            onClick={fit}
            className="tabular w-14 px-0"
          >
            {percentWords(scale)}
          </Button>
          <IconButton
            size="sm"
            label={t('media.viewer.zoomIn')}
            shortcut="+"
            icon={<ZoomIn />}
            onClick={() => step('in')}
            className="rounded-full"
          />
        </div>
      )}
    </div>
  );
}

/** While there is no picture: how it stands with it. */
function Standing({ message, state }: Pick<ViewerStageProps, 'message' | 'state'>) {
  const place = 'absolute inset-0 m-auto h-fit w-fit';
  switch (state?.state) {
    case undefined:
      return null;
    case 'fetching':
      return <FetchRing state={state} className={place} />;
    case 'waiting':
      return (
        <GetButton messageId={message.id} label={getWords('photo', state.size ?? message.fileSize)} className={place} />
      );
    case 'ready':
    case 'refused':
      return (
        <div className={cn(place, 'w-96 max-w-[90%] rounded-card border bg-raised p-4')}>
          <MediaCard message={message} kind="photo" state={state} />
        </div>
      );
  }
}
