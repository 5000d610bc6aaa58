import { useTranslation } from 'react-i18next';
import { numberWords } from '#renderer/components/amounts.ts';
import { Download, File, ImageOff } from 'lucide-react';
import { FaultBoundary } from '#renderer/components/fault-boundary.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import { useMedia } from '#renderer/rpc/use-media.ts';
import type { Message } from '#shared/domain/message.ts';
import { titleOf } from './media-card.tsx';
import { useConversationMedia } from './media-context.tsx';
import { refusalWords } from './media-text.ts';
import { Layers } from './picture.tsx';
import { galleryRows, SHOWN } from './picture-box.ts';

const TILE = { width: 120, height: 120 };

/** Photos that came one after the other, as one gallery; a press shows one large, and from there the others. */
export function Album({ messages }: { readonly messages: readonly Message[] }) {
  const { t } = useTranslation('conversation');
  const rows = galleryRows(messages.length);
  const inTwos = rows.filter((row) => row === 2).length * 2;
  const hidden = Math.max(0, messages.length - SHOWN);
  return (
    <ul aria-label={t('media.photos', { count: messages.length })} className="grid w-96 max-w-full grid-cols-6 gap-1">
      {messages.slice(0, SHOWN).map((message, index) => (
        <li key={message.id} className={index < inTwos ? 'col-span-3 aspect-3/2' : 'col-span-2 aspect-square'}>
          <FaultBoundary part="message" of={[message]}>
            <Tile message={message} hidden={index === SHOWN - 1 ? hidden : 0} />
          </FaultBoundary>
        </li>
      ))}
    </ul>
  );
}

function Tile({ message, hidden }: { readonly message: Message; readonly hidden: number }) {
  const { t } = useTranslation('conversation');
  const { view } = useConversationMedia();
  const state = useMedia(message.id, 'file').data;
  const name = titleOf(message, 'photo');
  const label =
    hidden > 0
      ? `${t('media.viewLarger', { name })}, ${t('media.moreOf', { count: hidden })}`
      : t('media.viewLarger', { name });
  const problem = state?.state === 'refused' ? refusalWords(state) : undefined;
  return (
    <button
      type="button"
      aria-label={problem === undefined ? label : `${label}. ${problem}`}
      title={problem}
      onClick={() => view(message.id)}
      className="relative grid size-full cursor-zoom-in place-items-center overflow-hidden rounded-[10px] bg-sunken text-ink-quiet focus-visible:outline-offset-[-3px]"
    >
      <Layers message={message} state={state} box={TILE} isTile />
      {state?.state === 'refused' && <ImageOff aria-hidden className="size-6" />}
      {state?.state === 'ready' && state.form !== 'image' && <File aria-hidden className="size-6" />}
      {state?.state === 'waiting' && <Download aria-hidden className="relative size-6" />}
      {state?.state === 'fetching' && <Spinner className="relative size-6" />}
      {hidden > 0 && (
        <span className="tabular absolute inset-0 grid place-items-center bg-stage/60 text-title font-semibold text-stage-ink">
          {`+${numberWords(hidden)}`}
        </span>
      )}
    </button>
  );
}
