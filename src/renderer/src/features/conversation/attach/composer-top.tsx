import { useRouteQuery, useMay } from '#renderer/rpc/ask.ts';
import { ImageUp, CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isTextField } from '#renderer/state/keys.ts';
import { lazy } from '#renderer/components/lazy.tsx';
import { useChannel, useOwnerNames } from '#renderer/rpc/use-directory.ts';
import { useConversationBasics } from '../conversation-context.ts';
import { isPasteOfFiles } from '#shared/domain/typing.ts';
import { filesOf } from './attaching.ts';
import type { Attachment } from './attachment.ts';
import type { NewFile } from './attachments.ts';

const AskOwners = lazy(async () => (await import('#renderer/components/owners-only.tsx')).AskOwners);

const Tray = lazy(async () => (await import('./tray.tsx')).Tray);

interface ComposerTopProps {
  readonly attached: readonly Attachment[];
  readonly isRecording: boolean;
  readonly onAttach: (files: readonly NewFile[]) => void;
  readonly onSend: (thenClose: boolean) => void;
}

/** Above a reply's text: attachments, and whether customers can fetch them. Accepts drops and pastes. */
export function ComposerTop({ attached, isRecording, onAttach, onSend }: ComposerTopProps) {
  const { t } = useTranslation('conversation');
  const { names } = useConversationBasics();
  const isOver = useFileDrops(onAttach);
  const hasFiles = attached.length > 0;
  return (
    <>
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-20 bg-ground/85 p-4">
          <div className="grid h-full place-content-center justify-items-center gap-1 rounded-card border-2 border-dashed border-accent bg-accent-tint/60 p-4 text-center">
            <ImageUp aria-hidden className="mb-1 size-8 text-accent" />
            <p className="text-heading font-semibold">{t('attach.dropTitle', { name: names.customer })}</p>
            <p className="text-ui">{t('attach.dropMore')}</p>
          </div>
        </div>
      )}
      {(hasFiles || isRecording) && <ReachNotice />}
      {hasFiles && <Tray list={attached} onSend={onSend} />}
    </>
  );
}

/** Warns before sending that customers cannot fetch the file, and links to where that is changed. */
export function ReachNotice() {
  const { t } = useTranslation('conversation');
  const { channelId, isSmall } = useConversationBasics();
  const reach = useRouteQuery('media.outlook', {}).data?.reach;
  const isOwner = useMay('owner');
  const owners = useOwnerNames();
  // A window on a website comes from the same address as its files.
  const isFetchedFromHere = (useChannel(channelId)?.endpoint ?? null) !== null;
  if (!isFetchedFromHere || reach === undefined || reach === 'public') return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b first:rounded-t-card bg-attention-tint px-3 py-2 text-ui text-attention"
    >
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {t(`attach.${reach}`)} {isOwner === false && <AskOwners owners={owners} />}
        {isOwner === true && !isSmall && (
          <Link href="/settings/connection" className="font-medium text-attention">
            {t('attach.openConnection')}
          </Link>
        )}
      </span>
    </p>
  );
}

/** Accepts files dropped on the window or pasted. Returns whether files are being dragged over it. */
function useFileDrops(attach: (files: readonly NewFile[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const onFiles = useEffectEvent(attach);
  useEffect(() => {
    let depth = 0;
    const enter = ({ dataTransfer }: DragEvent): void => {
      if (!carriesFiles(dataTransfer) || isAsked()) return;
      depth += 1;
      setOver(true);
    };
    const leave = ({ dataTransfer }: DragEvent): void => {
      if (!carriesFiles(dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isAsked() ? 'none' : 'copy';
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!carriesFiles(event.dataTransfer) || isAsked()) return;
      event.preventDefault();
      onFiles(filesOf(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.clipboardData === null || !carriesFiles(event.clipboardData) || isAsked()) return;
      const isElsewhere =
        isTextField(event.target) &&
        !(event.target instanceof Element && event.target.closest('[data-takes-files]') !== null);
      if (isElsewhere) return;
      const files = filesOf(event.clipboardData);
      const [text, html] = [event.clipboardData.getData('text/plain'), event.clipboardData.getData('text/html')];
      if (
        !isPasteOfFiles(
          files.map(({ file }) => file),
          text,
          html,
        )
      )
        return;
      event.preventDefault();
      onFiles(files);
    };
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}

function carriesFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true;
}

/** An open dialog concerns something else. */
function isAsked(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
