import { useMutation } from '@tanstack/react-query';
import { Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/components/amounts.ts';
import { Button, buttonStyles } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useFetchMedia } from '#renderer/rpc/use-media.ts';
import type { MediaState } from '#shared/contract/media.ts';
import type { Message } from '#shared/domain/message.ts';
import { fetchLabel, saveAddress } from './media-file.ts';

type Fetching = Extract<MediaState, { state: 'fetching' }>;
type Ready = Extract<MediaState, { state: 'ready' }>;

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

interface FileProgressProps {
  readonly message: Message;
  readonly state: MediaState | undefined;
}

/** Centred in a picture's or video's place: download progress, or a button to start it. */
export function FileProgress({ message, state }: FileProgressProps) {
  switch (state?.state) {
    case 'fetching':
      return <FetchRing state={state} />;
    case 'waiting':
      return (
        <GetButton
          messageId={message.id}
          label={fetchLabel(message.file === undefined ? 'document' : message.type, state.size ?? message.fileSize)}
          className={middle}
        />
      );
    case undefined:
    case 'ready':
    case 'refused':
      return null;
  }
}

const middle = 'absolute inset-0 m-auto h-fit w-fit';

function FetchRing({ state: { received, total } }: { readonly state: Fetching }) {
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
  const title = t('media.opensRunning', { name: file.fileName });
  const asking = useQuestion(file, { title, verb: t('media.open'), act: open.mutate });
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
  const title = t('media.runs', { name: file.fileName });
  const asking = useQuestion(file, { title, verb: t('media.save'), act: save });
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
          'no-underline',
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
function useQuestion(
  { canRun }: Ready,
  { title, verb, act }: { readonly title: string; readonly verb: string; readonly act: () => void },
): { readonly ask: () => void; readonly dialog: ReactNode } {
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
