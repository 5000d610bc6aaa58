import { useMutation } from '@tanstack/react-query';
import { Download, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/components/amounts.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { MediaType } from '#shared/domain/kinds/file.ts';
import type { Message } from '#shared/domain/message.ts';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useFetchMedia } from '#renderer/rpc/media.ts';

/** Chooses how a file is shown: as the kind it was sent as, until its content proves otherwise. */
export function mediaView(type: MediaType, state: MediaState | undefined): MediaType {
  if (state?.state !== 'ready' || type === 'document') return type;
  switch (state.form) {
    case 'image':
      return type === 'sticker' ? 'sticker' : 'photo';
    case 'video':
      // Some recorders put audio alone into a video container.
      return type === 'photo' ? 'video' : type;
    case 'audio':
      return type === 'voice' ? 'voice' : 'audio';
    case 'other':
      return 'document';
  }
}

export type Ready = Extract<MediaState, { state: 'ready' }>;

export interface MediaProps {
  readonly message: Message;
  /** of its file; undefined until known */
  readonly state: MediaState | undefined;
}

/** A file's download address: the same path, served as an attachment. */
export function saveAddress({ url }: Pick<Ready, 'url'>): string {
  return `${url}${url.includes('?') ? '&' : '?'}save=1`;
}

/** "Load photo, 24 MB" */
export function fetchLabel(kind: MediaType, size: number | undefined): string {
  return size === undefined
    ? i18n.t(`conversation:media.get.${kind}`)
    : i18n.t(`conversation:media.getSized.${kind}`, { size: formatBytes(size) });
}

/** Address of a picture that can be shown, once it is downloaded. */
export function imageOf(state: MediaState | undefined): string | undefined {
  return state?.state === 'ready' && state.form === 'image' ? state.url : undefined;
}

/** Explains why a file is not shown. */
export function refusalText({ reason, status }: Extract<MediaState, { state: 'refused' }>): string {
  const key = reason === 'status' && (status === 404 || status === 410) ? 'gone' : reason;
  return i18n.t(`conversation:media.refusal.${key}`, { status: String(status) });
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SIZE: Size = { width: 360, height: 320 };
const MIN_SIZE: Size = { width: 120, height: 80 };
const DEFAULT_SIZE: Size = { width: 280, height: 210 };

/** The size reserved for a picture before it loads: its aspect ratio, within bounds. */
export function pictureBox(size: Size | undefined): Size {
  if (size === undefined) return DEFAULT_SIZE;
  const scale = Math.min(1, MAX_SIZE.width / size.width, MAX_SIZE.height / size.height);
  return {
    width: Math.max(MIN_SIZE.width, Math.round(size.width * scale)),
    height: Math.max(MIN_SIZE.height, Math.round(size.height * scale)),
  };
}

/** Width and height, if both are known. */
export function sizeOf(of: Message | MediaState | undefined): Size | undefined {
  if (of === undefined || ('state' in of && of.state !== 'ready')) return undefined;
  const { width, height } = of;
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** True if a picture may be cropped to fill its box: only if almost nothing is lost. */
export function fillsBox(picture: Size | undefined, box: Size): boolean {
  if (picture === undefined) return false;
  const isLarger = picture.width >= box.width || picture.height >= box.height;
  return isLarger && Math.abs(Math.log((picture.width / picture.height) * (box.height / box.width))) < 0.12;
}

/** Maximum photos shown in a gallery; the last one stands for the rest. */
export const MAX_SHOWN = 9;

/** Photos per row of a gallery: rows of three, preceded by rows of two if the number does not divide. */
export function galleryRows(count: number): readonly (2 | 3)[] {
  if (count === 2) return [2];
  const shown = Math.min(count, MAX_SHOWN);
  const twos = (3 - (shown % 3)) % 3;
  const threes = (shown - twos * 2) / 3;
  return [...Array.from({ length: twos }, () => 2 as const), ...Array.from({ length: threes }, () => 3 as const)];
}

interface GetButtonProps {
  readonly messageId: string;
  readonly label: string;
  readonly icon?: 'get' | 'again';
  readonly className?: string;
}

/** Downloads a message's file on request. */
export function GetButton({ messageId, label, icon = 'get', className }: GetButtonProps) {
  const fetchMedia = useFetchMedia();
  const Icon = icon === 'get' ? Download : RotateCcw;
  return (
    <Button
      size="sm"
      pending={fetchMedia.isPending}
      onClick={(event) => {
        event.stopPropagation();
        fetchMedia.mutate({ id: messageId, part: 'file' });
      }}
      className={className}
    >
      <Icon aria-hidden className="size-3.5" />
      {label}
    </Button>
  );
}

/** Centred in a picture's or video's place: download progress, or a button to start it. */
export function FileProgress({ message, state }: MediaProps) {
  if (state?.state === 'fetching') return <FetchRing {...state} />;
  if (state?.state !== 'waiting') return null;
  return (
    <GetButton
      messageId={message.id}
      label={fetchLabel(message.file === undefined ? 'document' : message.type, state.size ?? message.fileSize)}
      className={middle}
    />
  );
}

const middle = 'absolute inset-0 m-auto h-fit w-fit';

function FetchRing({ received, total }: Extract<MediaState, { state: 'fetching' }>) {
  const { t } = useTranslation('conversation');
  const share = total === undefined || total === 0 ? undefined : Math.min(1, received / total);
  const ring = { cx: 18, cy: 18, r: 15, fill: 'none', strokeWidth: 3, pathLength: 100 };
  return (
    <span
      className={cn(
        middle,
        'appear-late pointer-events-none flex flex-col items-center gap-1.5 rounded-control bg-raised/85 px-3 py-2',
      )}
    >
      <svg
        viewBox="0 0 36 36"
        role="progressbar"
        aria-label={t('media.getting')}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        className={cn('size-9 -rotate-90', share === undefined && 'animate-spin')}
      >
        <circle {...ring} className="stroke-hairline" />
        <circle
          {...ring}
          strokeLinecap="round"
          strokeDasharray={`${String((share ?? 0.25) * 100)} 100`}
          className="stroke-accent transition-[stroke-dasharray]"
        />
      </svg>
      <span className="tabular text-meta text-ink-quiet">
        {total === undefined
          ? formatBytes(received)
          : t('media.gotten', { received: formatBytes(received), total: formatBytes(total) })}
      </span>
    </span>
  );
}

/** Opens a file in the computer's default program, if the app can; asks first unless the type is passive. */
export function OpenButton({ file }: { readonly file: Ready }) {
  const { t } = useTranslation('conversation');
  const desktop = useDesktop();
  const open = useMutation({
    mutationFn: async () => {
      if ((await desktop?.call('openFile', file.url)) === false) throw new Error(t('media.openFailed'));
    },
    onError: () => notifyError(t('media.openFailed')),
  });
  const asking = useQuestion(file, t('media.opensRunning', { name: file.fileName }), t('media.open'), open.mutate);
  if (desktop === undefined) return null;
  return (
    <>
      <Button
        size="sm"
        pending={open.isPending}
        aria-label={t('media.openNamed', { name: file.fileName })}
        onClick={() => (file.isPassive ? open.mutate() : asking.ask())}
      >
        {t('media.open')}
      </Button>
      {!file.isPassive && asking.dialog}
    </>
  );
}

interface SaveButtonProps {
  readonly file: Ready;
  /** icon only */
  readonly isQuiet?: boolean;
}

/** Saves a file under its safe name; asks first if it could be executable. */
export function SaveButton({ file, isQuiet = false }: SaveButtonProps) {
  const { t } = useTranslation('conversation');
  const link = useRef<HTMLAnchorElement>(null);
  const allowed = useRef(false);
  const save = (): void => {
    allowed.current = true;
    link.current?.click();
    allowed.current = false;
  };
  const asking = useQuestion(file, t('media.runs', { name: file.fileName }), t('media.save'), save);
  return (
    <>
      <a
        ref={link}
        href={saveAddress(file)}
        download={file.fileName}
        aria-label={t('media.saveNamed', { name: file.fileName })}
        title={t('media.save')}
        onClick={(event) => {
          if (!file.canRun || allowed.current) return;
          event.preventDefault();
          asking.ask();
        }}
        className={cn(
          buttonStyles({ variant: isQuiet ? 'quiet' : 'outline', size: 'sm' }),
          isQuiet && 'w-(--control-small) px-0',
        )}
      >
        <Download aria-hidden className="size-3.5" />
        {!isQuiet && t('media.save')}
      </a>
      {file.canRun && asking.dialog}
    </>
  );
}

/** Confirms an action on a file that may be dangerous. */
function useQuestion({ canRun }: Ready, title: string, verb: string, act: () => void) {
  const { t } = useTranslation('conversation');
  const [asks, setAsks] = useState(false);
  const dialog = (
    <ConfirmDialog
      open={asks}
      onOpenChange={setAsks}
      title={title}
      consequences={
        <>
          <p>{canRun ? t('media.runsMore') : t('media.opensMore')}</p>
          <p>{t('media.runsAdvice')}</p>
        </>
      }
      confirmLabel={verb}
      danger
      onConfirm={() => {
        setAsks(false);
        act();
      }}
    />
  );
  return { ask: () => setAsks(true), dialog };
}
