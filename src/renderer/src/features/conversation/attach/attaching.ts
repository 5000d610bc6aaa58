import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { loadWithRetry } from '#renderer/components/lazy.tsx';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { countAsUnderWay } from '#renderer/state/under-way.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { useConnection } from '#renderer/rpc/console-context.tsx';
import { useDiscard } from '#renderer/rpc/media.ts';
import type { useReplyMedia } from '#renderer/rpc/use-messages.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useConversationBasics } from '../conversation-context.ts';
import { type Attachment, isLeftOut, MAX_ATTACHMENTS, toReply } from './attachment.ts';
import { type NewFile, useAttachments } from './attachments.ts';
import type { Recording } from './recording.ts';

/** Megabytes, until the owner's setting is known. */
const DEFAULT_LIMIT = 50;

/** The files attached to a chat's composer. Uploads of all chats go on when a lost connection is back. */
export function useAttached(chatId: string): readonly Attachment[] {
  const isConnected = useConnection().state === 'connected';
  useEffect(() => {
    if (isConnected) useAttachments.getState().resume();
  }, [isConnected]);
  return useAttachments(useShallow(({ list }) => list.filter((attachment) => attachment.chatId === chatId)));
}

/** Attaches files to the chat's composer. */
export function useAttach(): (files: readonly NewFile[]) => void {
  const { t } = useTranslation('conversation');
  const chatId = useConversationBasics().chatId;
  const discard = useDiscard();
  const largest = useMediaSettings().data?.settings.largest;
  return useCallback(
    (files) => {
      const left = useAttachments.getState().add(chatId, files, discard, largest ?? DEFAULT_LIMIT);
      if (left > 0)
        notifyError(t('attach.tooMany', { count: left }), t('attach.tooManyMore', { limit: MAX_ATTACHMENTS }));
    },
    [chatId, discard, largest, t],
  );
}

/** Files of a drop or paste; folders are skipped with a notice. */
export function filesOf(transfer: DataTransfer): readonly NewFile[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const files = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  if (files.length < items.length)
    notify(`${i18n.t('conversation:attach.noFolders')} ${i18n.t('conversation:attach.noFoldersMore')}`, {
      id: 'no-folders',
    });
  return files.flatMap((item) => item.getAsFile() ?? []).map((file) => ({ file }));
}

/**
 * Sends the attachments once all are uploaded; those already being sent are left alone. Resolves with whether they were
 * sent: false if they were held back, removed or failed to upload. Rejects if the engine refuses them; they then stay
 * attached.
 */
export async function sendAttachments(chatId: string, replyMedia: ReturnType<typeof useReplyMedia>): Promise<boolean> {
  const { list, setLeaving, sent } = useAttachments.getState();
  const attached = list.filter((attachment) => attachment.chatId === chatId && !isLeftOut(attachment));
  if (attached.length === 0 || attached.some(({ isLeaving }) => isLeaving)) return true;
  setLeaving(chatId, true);
  try {
    const leaving = await waitForUploads(chatId);
    if (leaving.length === 0) return false;
    await sendIdentified(
      chatId,
      chatId,
      leaving.flatMap((attachment) => toReply(attachment) ?? []),
      replyMedia,
    );
    // What could not be sent from the beginning has been seen.
    sent(
      [
        ...leaving,
        ...useAttachments.getState().list.filter((attachment) => attachment.chatId === chatId && isLeftOut(attachment)),
      ].map(({ id }) => id),
    );
    return true;
  } finally {
    setLeaving(chatId, false);
  }
}

/** Sends parts of a reply; after a failure, the same parts from the same place keep their identity. */
export async function sendIdentified(
  source: string,
  chatId: string,
  parts: readonly MediaReply[],
  replyMedia: ReturnType<typeof useReplyMedia>,
): Promise<void> {
  const { identify, taken } = useAttachments.getState();
  await replyMedia(chatId, identify(source, JSON.stringify(parts)), parts);
  taken(source);
}

/** The attachments to send once all are uploaded; empty if held back or if one failed. */
function waitForUploads(chatId: string): Promise<readonly Attachment[]> {
  return new Promise((resolve) => {
    const check = ({ list } = useAttachments.getState()): void => {
      const leaving = list.filter(
        (attachment) => attachment.chatId === chatId && attachment.isLeaving && !isLeftOut(attachment),
      );
      const hasFailed = leaving.some(({ progress }) => progress.at === 'failed');
      if (!hasFailed && leaving.some(({ progress }) => progress.at !== 'ready')) return;
      stop();
      resolve(hasFailed ? [] : leaving);
    };
    const stop = useAttachments.subscribe(check);
    check();
  });
}

/** At rest, asking for the microphone, or what is being recorded. */
type RecorderState = 'resting' | 'asking' | Recording;

export type Recorder = ReturnType<typeof useRecorder>;

/** Records voice messages in a chat; leaving the chat keeps the recording so far. */
export function useRecorder(attach: (files: readonly NewFile[]) => void) {
  const { t } = useTranslation('conversation');
  const desktop = useDesktop();
  const [state, setState] = useState<RecorderState>('resting');
  const recorded = useRef<Recording>(undefined);
  const latest = useRef(attach);
  useEffect(() => {
    latest.current = attach;
  }, [attach]);

  const end = useCallback(async (keep: boolean): Promise<void> => {
    const recording = recorded.current;
    if (recording === undefined) return;
    recorded.current = undefined;
    setState('resting');
    if (!keep) return recording.discard();
    const { file, seconds } = await recording.finish();
    // It was over before the microphone gave anything.
    if (file.size > 0) latest.current([{ file, recorded: seconds }]);
  }, []);

  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      void end(true);
    };
  }, [end]);

  const isRecording = state !== 'resting';
  useEffect(() => (isRecording ? countAsUnderWay(() => true) : undefined), [isRecording]);

  const start = async (): Promise<void> => {
    if (isRecording) return;
    if (!('mediaDevices' in navigator)) return notifyError(t('attach.notSecure'), t('attach.notSecureMore'));
    setState('asking');
    const code = await loadWithRetry(() => import('./recorder.tsx')).catch(() => undefined);
    // The bar, which is in the same file, says so.
    if (code === undefined) return;
    try {
      await desktop?.call('useMicrophone');
      const recording = await code.startRecording({ name: t('attach.voiceName'), onEnd: () => void end(true) });
      if (!mounted.current) return recording.discard();
      recorded.current = recording;
      setState(recording);
    } catch (error) {
      setState('resting');
      notifyError(...microphoneError(error));
    }
  };
  return { state, start: () => void start(), finish: () => end(true), discard: () => void end(false) };
}

function microphoneError(error: unknown): readonly [string, string] {
  const name = error instanceof DOMException ? error.name : '';
  const isDenied = name === 'NotAllowedError' || name === 'SecurityError';
  const isMissing = name === 'NotFoundError' || name === 'OverconstrainedError';
  const key = isDenied ? 'microphoneDenied' : isMissing ? 'noMicrophone' : 'microphoneBusy';
  return [i18n.t(`conversation:attach.${key}`), i18n.t(`conversation:attach.${key}More`)];
}
