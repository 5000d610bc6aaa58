import { i18n } from '#renderer/language/i18n.ts';
import { Ellipsis, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/popups.tsx';
import { useChannel } from '#renderer/rpc/use-directory.ts';
import { useDiscard } from '#renderer/rpc/media.ts';
import { TEXT_LIMIT } from '#shared/domain/text-cutting.ts';
import { useConversation } from '../conversation-context.ts';
import { ItemPicture, ItemState } from './attachment-state.tsx';
import type { Attachment } from './attachment.ts';
import { useAttachments } from './attachments.ts';

export interface TrayProps {
  readonly list: readonly Attachment[];
  /** Enter in a caption */
  readonly onSend: (thenClose: boolean) => void;
}

/** The attachments in sending order, above the text. */
export function Tray({ list, onSend }: TrayProps) {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const takes = useChannel(chat.channelId)?.takes;
  const isUploading = list.some(({ isLeaving, progress }) => isLeaving && progress.at !== 'ready');
  return (
    <div className="border-b">
      <p role="status" className="sr-only">
        {traySummary(list)}
      </p>
      <ul
        aria-label={t('attach.tray.text')}
        className="flex max-h-[min(256px,36dvh)] flex-col divide-y divide-hairline overflow-y-auto overscroll-contain"
      >
        {list.map((attachment, index) => (
          <TrayItem
            key={attachment.id}
            attachment={attachment}
            position={{ index, count: list.length }}
            takes={takes?.includes(attachment.sentAs) ?? true}
            onSend={onSend}
          />
        ))}
      </ul>
      {isUploading && (
        <div className="flex items-center gap-2 border-t bg-sunken py-1 pe-1.5 ps-3">
          <p role="status" className="flex-1 text-meta text-ink-quiet">
            {t('attach.leaving')}
          </p>
          <Button size="sm" variant="quiet" onClick={() => useAttachments.getState().setLeaving(chat.id, false)}>
            {t('attach.hold')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface TrayItemProps {
  readonly attachment: Attachment;
  readonly position: { readonly index: number; readonly count: number };
  /** the channel's app shows this kind */
  readonly takes: boolean;
  readonly onSend: (thenClose: boolean) => void;
}

/** One attachment: picture, progress, caption, and position. */
function TrayItem({ attachment, position, takes, onSend }: TrayItemProps) {
  const { t } = useTranslation('conversation');
  const { field } = useConversation();
  const discard = useDiscard();
  const { id, name, progress } = attachment;
  const { move, remove } = useAttachments.getState();
  const [isDragged, setDragged] = useState(false);
  const isUnderWay = progress.at === 'queued' || progress.at === 'uploading' || progress.at === 'processing';
  return (
    <li
      data-index={position.index}
      className={cn('flex items-start gap-2.5 px-2.5 py-2 transition-colors', isDragged && 'bg-hover')}
    >
      {position.count > 1 && (
        <Handle name={name} onDrag={setDragged} at={position.index} onMoveTo={(to) => move(id, to)} />
      )}
      <ItemPicture attachment={attachment} />
      <div className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-ui font-medium" title={name}>
          {name}
        </bdi>
        <ItemState attachment={attachment} takes={takes} />
        {progress.at !== 'failed' && <Texts attachment={attachment} onSend={onSend} />}
      </div>
      <div className="-my-0.5 flex">
        <MoreMenu attachment={attachment} position={position} />
        <IconButton
          size="sm"
          label={isUnderWay ? t('attach.cancel', { name }) : t('attach.remove', { name })}
          icon={<X />}
          onClick={() => {
            remove(id, discard);
            field.current?.focus();
          }}
        />
      </div>
    </li>
  );
}

interface HandleProps {
  readonly name: string;
  readonly onDrag: (isDragged: boolean) => void;
  /** its position */
  readonly at: number;
  readonly onMoveTo: (index: number) => void;
}

/** Dragged by mouse or finger, or moved by arrow keys while focused. */
function Handle({ name, onDrag, at, onMoveTo }: HandleProps) {
  const { t } = useTranslation('conversation');
  const button = useRef<HTMLButtonElement>(null);
  const onPointerDown = ({ pointerId }: PointerEvent): void => {
    const stop = new AbortController();
    const { signal } = stop;
    const move = (event: globalThis.PointerEvent): void => {
      if (event.pointerId !== pointerId) return;
      const own = button.current?.closest('[data-index]');
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-index]');
      if (own == null || over == null || own === over) return;
      const [from, to] = [own, over].map((row) => Number(row.getAttribute('data-index')));
      if (from === undefined || to === undefined) return;
      // Only past its middle: rows of different heights would swap back and forth.
      const { top, height } = over.getBoundingClientRect();
      const isPast = to > from ? event.clientY > top + height / 2 : event.clientY < top + height / 2;
      if (isPast) onMoveTo(to);
    };
    const end = (): void => {
      stop.abort();
      onDrag(false);
    };
    onDrag(true);
    // Its row moves in the DOM while dragged, so the window listens.
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMoveTo(event.key === 'ArrowUp' ? at - 1 : at + 1);
    // Moving the row in the DOM loses the focus.
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

/** An attachment's texts: its caption; for audio, performer and title. */
function Texts({ attachment, onSend }: Pick<TrayItemProps, 'attachment' | 'onSend'>) {
  const { t } = useTranslation('conversation');
  const { id, name, sentAs, isLeaving } = attachment;
  if (sentAs === 'voice') return null;
  const line = (field: 'caption' | 'performer' | 'title', most: number): ReactNode => (
    <input
      aria-label={t(`attach.${field}Of`, { name })}
      placeholder={t(`attach.${field}`)}
      value={attachment[field]}
      maxLength={most}
      dir="auto"
      disabled={isLeaving}
      onChange={({ target }) => useAttachments.getState().change(id, { [field]: target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onSend(event.ctrlKey || event.metaKey);
      }}
      className="h-7 pointer-coarse:h-11 w-full min-w-0 rounded-sm bg-transparent px-1.5 text-ui transition-colors hover:bg-hover focus:bg-hover focus-visible:-outline-offset-2 disabled:opacity-60"
    />
  );
  return (
    <div className="-ms-1.5 flex flex-col">
      {sentAs === 'audio' && (
        <div className="flex">
          {line('performer', 255)}
          {line('title', 255)}
        </div>
      )}
      {line('caption', TEXT_LIMIT)}
    </div>
  );
}

function MoreMenu({ attachment, position }: Pick<TrayItemProps, 'attachment' | 'position'>) {
  const { t } = useTranslation('conversation');
  const { id, name, nature, sentAs, isOriginal, isLeaving, progress } = attachment;
  const { retry, change, hasFile, move } = useAttachments.getState();
  const hasChoice = nature !== 'document' && progress.at !== 'failed';
  if (isLeaving || (!hasChoice && position.count === 1)) return null;
  const isFile = sentAs === 'document';
  return (
    <Menu
      align="end"
      side="top"
      trigger={<IconButton size="sm" label={t('attach.more', { name })} icon={<Ellipsis />} />}
    >
      {hasChoice && (
        <MenuItem onSelect={() => change(id, { sentAs: isFile ? nature : 'document' })}>
          {isFile ? t(`attach.sendAs.${nature}`) : t('attach.sendAsFile')}
        </MenuItem>
      )}
      {hasChoice && isOriginal !== undefined && hasFile(id) && (
        <MenuItem onSelect={() => retry(id, !isOriginal)}>
          {isOriginal ? t('attach.sendRedrawn') : t('attach.sendOriginal')}
        </MenuItem>
      )}
      {hasChoice && position.count > 1 && <MenuSeparator />}
      {position.count > 1 && (
        <>
          <MenuItem disabled={position.index === 0} onSelect={() => move(id, position.index - 1)}>
            {t('attach.moveUp')}
          </MenuItem>
          <MenuItem disabled={position.index === position.count - 1} onSelect={() => move(id, position.index + 1)}>
            {t('attach.moveDown')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** The tray's summary for screen readers. */
function traySummary(list: readonly Attachment[]): string {
  const ready = list.filter(({ progress }) => progress.at === 'ready').length;
  const failed = list.filter(({ progress }) => progress.at === 'failed').length;
  const count = list.length;
  if (failed > 0) return i18n.t('conversation:attach.tray.failed', { count, failed });
  return ready === count
    ? i18n.t('conversation:attach.tray.ready', { count })
    : i18n.t('conversation:attach.tray.uploading', { count });
}
