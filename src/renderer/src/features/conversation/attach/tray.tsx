import { i18n } from '#renderer/language/i18n.ts';
import { Ellipsis, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/menu.tsx';
import type { Channel } from '#shared/domain/entities.ts';
import { TEXT_LIMIT } from '#shared/protocol/limits.ts';
import { ItemPicture, ItemState } from './attachment-state.tsx';
import type { Attachment } from './attachment.ts';
import { useAttachments } from './attachments.ts';

export interface TrayProps {
  readonly chatId: string;
  readonly list: readonly Attachment[];
  /** types that the channel's app shows; undefined while not known */
  readonly takes: Channel['takes'] | undefined;
  readonly onRemove: (id: string) => void;
  /** Enter in a caption */
  readonly onSend: (thenClose: boolean) => void;
}

/** The files that will be sent, in their order, above the words. */
export function Tray({ chatId, list, takes, onRemove, onSend }: TrayProps) {
  const { t } = useTranslation('conversation');
  const leaving = useAttachments((attachments) => attachments.leaving[chatId]);
  const stay = useAttachments(({ stay: holdBack }) => holdBack);
  const isUploading = list.some(({ id, progress }) => leaving?.includes(id) === true && progress.at !== 'ready');
  return (
    <div className="border-b">
      <p role="status" className="sr-only">
        {trayWords(list)}
      </p>
      <ul
        aria-label={t('attach.tray.text')}
        className="flex max-h-[min(256px,36dvh)] flex-col divide-y divide-hairline overflow-y-auto overscroll-contain"
      >
        {list.map((attachment, index) => (
          <TrayItem
            key={attachment.id}
            chatId={chatId}
            attachment={attachment}
            place={{ index, count: list.length }}
            takes={takes?.includes(attachment.sentAs) ?? true}
            isLeaving={leaving?.includes(attachment.id) === true}
            onRemove={() => onRemove(attachment.id)}
            onSend={onSend}
          />
        ))}
      </ul>
      {isUploading && (
        <div className="flex items-center gap-2 border-t bg-sunken py-1 pe-1.5 ps-3">
          <p role="status" className="flex-1 text-meta text-ink-quiet">
            {t('attach.leaving')}
          </p>
          <Button size="sm" variant="quiet" onClick={() => stay(chatId)}>
            {t('attach.hold')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface TrayItemProps {
  readonly chatId: string;
  readonly attachment: Attachment;
  readonly place: { readonly index: number; readonly count: number };
  /** the channel's app shows this kind */
  readonly takes: boolean;
  readonly isLeaving: boolean;
  readonly onRemove: () => void;
  readonly onSend: (thenClose: boolean) => void;
}

/** One file that will be sent: its picture, how far it is, its caption, its place among the others. */
function TrayItem({ chatId, attachment, place, takes, isLeaving, onRemove, onSend }: TrayItemProps) {
  const { t } = useTranslation('conversation');
  const { id, name, progress } = attachment;
  const move = useAttachments((attachments) => attachments.move);
  const [isDragged, setDragged] = useState(false);
  const isUnderWay = progress.at === 'queued' || progress.at === 'uploading' || progress.at === 'processing';
  return (
    <li
      data-place={place.index}
      className={cn('flex items-start gap-2.5 px-2.5 py-2 transition-colors', isDragged && 'bg-hover')}
    >
      {place.count > 1 && (
        <Handle
          name={name}
          onDrag={setDragged}
          onMove={(step) => move(chatId, id, place.index + step)}
          onMoveTo={(to) => move(chatId, id, to)}
        />
      )}
      <ItemPicture attachment={attachment} />
      <div className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-ui font-medium" title={name}>
          {name}
        </bdi>
        <ItemState chatId={chatId} attachment={attachment} takes={takes} />
        {progress.at !== 'failed' && (
          <Texts chatId={chatId} attachment={attachment} disabled={isLeaving} onSend={onSend} />
        )}
      </div>
      <div className="-my-0.5 flex">
        <MoreMenu chatId={chatId} attachment={attachment} place={place} disabled={isLeaving} />
        <IconButton
          size="sm"
          label={isUnderWay ? t('attach.cancel', { name }) : t('attach.remove', { name })}
          icon={<X />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

interface HandleProps {
  readonly name: string;
  readonly onDrag: (isDragged: boolean) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onMoveTo: (place: number) => void;
}

/** Moved by the mouse or a finger, or by the arrow keys while it has the focus. */
function Handle({ name, onDrag, onMove, onMoveTo }: HandleProps) {
  const { t } = useTranslation('conversation');
  const button = useRef<HTMLButtonElement>(null);
  const onPointerDown = ({ pointerId }: PointerEvent): void => {
    const stop = new AbortController();
    const { signal } = stop;
    const move = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pointerId) return;
      const own = button.current?.closest('[data-place]');
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
      if (own == null || over == null || own === over) return;
      const [from, to] = [own, over].map((row) => Number(row.getAttribute('data-place')));
      if (from === undefined || to === undefined) return;
      // Past its middle only: rows of unlike heights would change places to and fro.
      const { top, height } = over.getBoundingClientRect();
      const isPast = to > from ? event.clientY > top + height / 2 : event.clientY < top + height / 2;
      if (isPast) onMoveTo(to);
    };
    const end = (): void => {
      stop.abort();
      onDrag(false);
    };
    onDrag(true);
    // Its row is put elsewhere in the page while it moves, so the window listens.
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
    // Where its row was put elsewhere in the page, the focus is lost.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <button
      ref={button}
      type="button"
      aria-label={t('attach.drag', { name })}
      title={t('attach.drag', { name })}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      className="-mx-1 grid h-11 w-4 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-quiet hover:bg-hover hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}

interface TextsProps {
  readonly chatId: string;
  readonly attachment: Attachment;
  readonly disabled: boolean;
  readonly onSend: (thenClose: boolean) => void;
}

/** What is said with a file: its caption; of audio, who plays what. */
function Texts({ chatId, attachment, disabled, onSend }: TextsProps) {
  const { t } = useTranslation('conversation');
  const { id, name, sentAs, caption, performer, title } = attachment;
  const change = useAttachments((attachments) => attachments.change);
  const rest = { disabled, onSend };
  if (sentAs === 'voice') return null;
  return (
    <div className="-ms-1.5 flex flex-col">
      {sentAs === 'audio' && (
        <div className="flex">
          <Line
            label={t('attach.performerOf', { name })}
            placeholder={t('attach.performer')}
            most={255}
            value={performer}
            onValue={(value) => change(chatId, id, { performer: value })}
            {...rest}
          />
          <Line
            label={t('attach.titleOf', { name })}
            placeholder={t('attach.title')}
            most={255}
            value={title}
            onValue={(value) => change(chatId, id, { title: value })}
            {...rest}
          />
        </div>
      )}
      <Line
        label={t('attach.captionOf', { name })}
        placeholder={t('attach.caption')}
        most={TEXT_LIMIT}
        value={caption}
        onValue={(value) => change(chatId, id, { caption: value })}
        {...rest}
      />
    </div>
  );
}

interface LineProps {
  readonly label: string;
  readonly placeholder: string;
  readonly most: number;
  readonly value: string;
  readonly disabled: boolean;
  readonly onValue: (value: string) => void;
  readonly onSend: (thenClose: boolean) => void;
}

function Line({ label, placeholder, most, value, disabled, onValue, onSend }: LineProps) {
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={most}
      dir="auto"
      disabled={disabled}
      onChange={(event) => onValue(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSend(event.ctrlKey || event.metaKey);
      }}
      className="h-7 w-full min-w-0 rounded-sm bg-transparent px-1.5 text-ui transition-colors hover:bg-hover focus:bg-hover focus-visible:-outline-offset-2 disabled:opacity-60"
    />
  );
}

function MoreMenu({
  chatId,
  attachment,
  place,
  disabled,
}: Pick<TrayItemProps, 'chatId' | 'attachment' | 'place'> & { readonly disabled: boolean }) {
  const { t } = useTranslation('conversation');
  const { id, name, nature, sentAs, isOriginal, progress } = attachment;
  const chooseOriginal = useAttachments((attachments) => attachments.chooseOriginal);
  const isFileKnown = useAttachments(({ work }) => work[id] !== undefined);
  const change = useAttachments((attachments) => attachments.change);
  const move = useAttachments((attachments) => attachments.move);
  const hasChoice = nature !== 'document' && progress.at !== 'failed';
  if (disabled || (!hasChoice && place.count === 1)) return null;
  const isFile = sentAs === 'document';
  return (
    <Menu
      align="end"
      side="top"
      trigger={<IconButton size="sm" label={t('attach.more', { name })} icon={<Ellipsis />} />}
    >
      {hasChoice && (
        <MenuItem onSelect={() => change(chatId, id, { sentAs: isFile ? nature : 'document' })}>
          {isFile ? t(`attach.sendAs.${nature}`) : t('attach.sendAsFile')}
        </MenuItem>
      )}
      {hasChoice && isOriginal !== undefined && isFileKnown && (
        <MenuItem onSelect={() => chooseOriginal(chatId, id, !isOriginal)}>
          {isOriginal ? t('attach.sendRedrawn') : t('attach.sendOriginal')}
        </MenuItem>
      )}
      {hasChoice && place.count > 1 && <MenuSeparator />}
      {place.count > 1 && (
        <>
          <MenuItem disabled={place.index === 0} onSelect={() => move(chatId, id, place.index - 1)}>
            {t('attach.moveUp')}
          </MenuItem>
          <MenuItem disabled={place.index === place.count - 1} onSelect={() => move(chatId, id, place.index + 1)}>
            {t('attach.moveDown')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** What the tray as a whole says to who cannot see it. */
function trayWords(list: readonly Attachment[]): string {
  const ready = list.filter(({ progress }) => progress.at === 'ready').length;
  const failed = list.filter(({ progress }) => progress.at === 'failed').length;
  const count = list.length;
  if (failed > 0) return i18n.t('conversation:attach.tray.failed', { count, failed });
  return ready === count
    ? i18n.t('conversation:attach.tray.ready', { count })
    : i18n.t('conversation:attach.tray.uploading', { count });
}
