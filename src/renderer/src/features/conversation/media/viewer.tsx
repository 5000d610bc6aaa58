import { useTranslation } from 'react-i18next';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { IconButton } from '#renderer/components/button.tsx';
import { fullWords } from '#renderer/components/dates.ts';
import { localization } from '#renderer/language/i18n.ts';
import { useMedia } from '#renderer/rpc/use-media.ts';
import type { Message } from '#shared/domain/message.ts';
import { MessageText } from '../message-text.tsx';
import { titleOf } from './media-card.tsx';
import { SaveButton } from './save-button.tsx';
import { ViewerStage } from './viewer-stage.tsx';

export interface ViewerProps {
  /** pictures to go through, oldest first */
  readonly pictures: readonly Message[];
  /** which of them is shown; undefined: closed */
  readonly shownId: string | undefined;
  readonly onShow: (messageId: string | undefined) => void;
  /** what opened it, and has the focus again afterwards */
  readonly opener: RefObject<Element | null>;
  readonly authorOf: (message: Message) => string;
  /** undefined where nothing earlier is to be had */
  readonly loadEarlier: (() => void) | undefined;
}

/** Pictures of a conversation, large: to zoom, to go through, to save. Traps focus and gives it back. */
export function Viewer({ pictures, shownId, onShow, opener, authorOf, loadEarlier }: ViewerProps) {
  const { t } = useTranslation('conversation');
  const stage = useRef<HTMLDivElement>(null);
  const index = pictures.findIndex(({ id }) => id === shownId);
  const message = pictures[index];
  const onPrevious = previousOf(pictures, index, onShow, loadEarlier);
  const onNext = index + 1 < pictures.length ? () => onShow(pictures[index + 1]?.id) : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    // The stage has taken those that move a zoomed picture.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // What comes next lies where lines go on.
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
              place={
                pictures.length > 1 ? t('media.viewer.place', { index: index + 1, total: pictures.length }) : undefined
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

/** Before the first that is loaded there may be others. */
function previousOf(
  pictures: readonly Message[],
  index: number,
  onShow: ViewerProps['onShow'],
  loadEarlier: ViewerProps['loadEarlier'],
): (() => void) | undefined {
  if (index > 0) {
    return () => {
      if (index === 1) loadEarlier?.();
      onShow(pictures[index - 1]?.id);
    };
  }
  return loadEarlier;
}

interface ShownProps {
  readonly message: Message;
  readonly author: string;
  readonly place: string | undefined;
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

function Shown({ message, author, place, stage, onPrevious, onNext }: ShownProps) {
  const { t } = useTranslation('conversation');
  const state = useMedia(message.id, 'file').data;
  const name = titleOf(message, message.type === 'text' ? 'photo' : message.type);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-3 px-3">
        <div className="min-w-0 flex-1 ps-1">
          <Base.Title className="truncate text-ui font-semibold">
            <bdi>{name}</bdi>
          </Base.Title>
          <p className="truncate text-meta text-ink-quiet">
            <bdi>{author}</bdi> · <time>{fullWords(message.at)}</time>
          </p>
        </div>
        {place !== undefined && (
          <p role="status" className="tabular shrink-0 text-meta text-ink-quiet">
            {place}
          </p>
        )}
        {state?.state === 'ready' && <SaveButton file={state} isQuiet />}
        <Base.Close
          render={<IconButton label={t('media.viewer.close')} shortcut="Esc" tooltipSide="bottom" icon={<X />} />}
        />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <ViewerStage message={message} state={state} name={name} stage={stage} />
        {onPrevious !== undefined && (
          <IconButton
            label={t('media.viewer.previous')}
            variant="outline"
            icon={<ChevronLeft />}
            onClick={onPrevious}
            className="absolute top-1/2 start-3 size-10 -translate-y-1/2 rounded-full"
          />
        )}
        {onNext !== undefined && (
          <IconButton
            label={t('media.viewer.next')}
            variant="outline"
            icon={<ChevronRight />}
            onClick={onNext}
            className="absolute top-1/2 end-3 size-10 -translate-y-1/2 rounded-full"
          />
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
