import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#renderer/components/amounts.ts';
import { IconButton, Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatFull } from '#renderer/components/dates.tsx';
import { localization } from '#renderer/language/i18n.ts';
import { useMedia, useMediaGone } from '#renderer/rpc/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { MessageText } from '../message-text.tsx';
import { SaveButton, FileProgress, imageOf, type MediaProps, type Size } from './media-file.tsx';
import { titleOf, MediaCard } from './media-card.tsx';
import { Still, usePreview } from './pictures.tsx';
import { useZoom } from './use-zoom.ts';

export interface ViewerProps {
  /** pictures to browse, oldest first */
  readonly pictures: readonly Message[];
  /** of the shown one; undefined: closed */
  readonly shownId: string | undefined;
  readonly onShow: (messageId: string | undefined) => void;
  /** the element that opened it, which is focused again on closing */
  readonly opener: RefObject<Element | null>;
  readonly authorOf: (message: Message) => string;
  /** undefined if there is nothing earlier */
  readonly loadEarlier: (() => void) | undefined;
}

/** A chat's pictures in large: zoom, browse, save. Traps focus and restores it. */
export function Viewer({ pictures, shownId, onShow, opener, authorOf, loadEarlier }: ViewerProps) {
  const { t } = useTranslation('conversation');
  const stage = useRef<HTMLDivElement>(null);
  const index = pictures.findIndex(({ id }) => id === shownId);
  const message = pictures[index];
  const showPrevious = (): void => {
    if (index === 1) loadEarlier?.();
    onShow(pictures[index - 1]?.id);
  };
  // There may be others before the first one loaded.
  const onPrevious = index > 0 ? showPrevious : loadEarlier;
  const onNext = index + 1 < pictures.length ? () => onShow(pictures[index + 1]?.id) : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    // The stage has handled those that pan a zoomed picture.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Next is in the reading direction.
    const [back, on] =
      localization.language().dir === 'rtl' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    if (event.key === back) onPrevious?.();
    if (event.key === on) onNext?.();
  };
  return (
    <Base.Root open={message !== undefined} onOpenChange={(open) => !open && onShow(undefined)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-stage transition-opacity duration-enter data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={stage}
          finalFocus={() =>
            opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : true
          }
          onKeyDown={onKeyDown}
          className="scheme-dark fixed inset-0 z-40 flex flex-col text-ink outline-none transition-opacity duration-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          {message !== undefined && (
            <Shown
              key={message.id}
              message={message}
              author={authorOf(message)}
              position={
                pictures.length > 1
                  ? t('media.viewer.position', { index: index + 1, total: pictures.length })
                  : undefined
              }
              stage={stage}
              onPrevious={onPrevious}
              onNext={onNext}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ShownProps {
  readonly message: Message;
  readonly author: string;
  readonly position: string | undefined;
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

function Shown({ message, author, position, stage, onPrevious, onNext }: ShownProps) {
  const { t } = useTranslation('conversation');
  const state = useMedia(message.id, 'file').data;
  const name = titleOf(message, message.file === undefined ? 'photo' : message.type);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-3 px-3">
        <div className="min-w-0 flex-1 ps-1">
          <Base.Title className="flex text-ui font-semibold">
            <bdi className="truncate">{name}</bdi>
          </Base.Title>
          <p className="truncate text-meta text-ink-quiet">
            <bdi>{author}</bdi> · <time>{formatFull(message.at)}</time>
          </p>
        </div>
        {position !== undefined && (
          <p role="status" className="tabular shrink-0 text-meta text-ink-quiet">
            {position}
          </p>
        )}
        {state?.state === 'ready' && <SaveButton file={state} isQuiet />}
        <Base.Close
          render={<IconButton label={t('media.viewer.close')} shortcut="Esc" tooltipSide="bottom" icon={<X />} />}
        />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <ViewerStage message={message} state={state} name={name} stage={stage} />
        {[
          { label: t('media.viewer.previous'), icon: <ChevronLeft />, onClick: onPrevious, side: 'start-3' },
          { label: t('media.viewer.next'), icon: <ChevronRight />, onClick: onNext, side: 'end-3' },
        ].map(
          ({ side, ...button }) =>
            button.onClick !== undefined && (
              <IconButton
                key={side}
                {...button}
                variant="outline"
                className={cn('absolute top-1/2 size-10 -translate-y-1/2 rounded-full', side)}
              />
            ),
        )}
      </div>
      {message.text !== undefined && (
        <div tabIndex={0} role="group" aria-label={name} className="max-h-32 shrink-0 overflow-y-auto px-4 py-3">
          <MessageText text={message.text} className="mx-auto max-w-[720px] text-center" />
        </div>
      )}
    </div>
  );
}

/** Pixels that an arrow key pans a zoomed picture. */
const NUDGE = 80;

interface ViewerStageProps extends MediaProps {
  readonly name: string;
  readonly stage: RefObject<HTMLDivElement | null>;
}

/** One picture, fitted at first and zoomable; its preview while it loads. */
function ViewerStage({ message, state, name, stage }: ViewerStageProps) {
  const { t } = useTranslation('conversation');
  const goneLabel = useMediaGone();
  const preview = usePreview(message);
  const [picture, setPicture] = useState<Size>();
  const { zoom, scale, step, fit, move, pointer } = useZoom(stage, picture);
  const isZoomed = zoom.factor > 1;
  // Each picture has its own stage, which takes the focus so that the keys keep working.
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

  const url = imageOf(state);
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
        <Still src={preview} className="m-auto max-h-[80%] max-w-[80%] object-contain opacity-60" />
      )}
      {url !== undefined && (
        <img
          src={url}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget }) =>
            setPicture({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => goneLabel(message.id, 'file')}
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
      <FileProgress message={message} state={state} />
      {url === undefined && (state?.state === 'ready' || state?.state === 'refused') && (
        <div className="absolute inset-0 m-auto h-fit w-96 max-w-[90%] rounded-card border bg-raised p-4">
          <MediaCard message={message} kind="photo" state={state} />
        </div>
      )}
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
            aria-label={`${t('media.viewer.zoomFit')}, ${formatPercent(scale)}`}
            title={t('media.viewer.zoomFit')}
            onClick={fit}
            className="tabular w-14 px-0"
          >
            {formatPercent(scale)}
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
