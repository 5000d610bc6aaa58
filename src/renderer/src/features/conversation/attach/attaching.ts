import type { MediaReply } from '#shared/domain/kinds/kinds.ts';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { useConnection } from '#renderer/rpc/console-context.tsx';
import { useUploads } from '#renderer/rpc/upload.ts';
import { type useReplyMedia } from '#renderer/rpc/use-messages.ts';
import { useConversation } from '../conversation-context.ts';
import { type Attachment, MAX_ATTACHMENTS, toReply } from './attachment.ts';
import { type NewFile, useAttachments } from './attachments.ts';

/** Megabytes, until the owner's setting is known. */
const DEFAULT_LIMIT = 50;

/** The files attached to a chat's composer. Uploads of all chats go on when a lost connection is back. */
export function useAttached(chatId: string): readonly Attachment[] {
  const isConnected = useConnection().state === 'connected';
  useEffect(() => {
    if (isConnected) useAttachments.getState().resume();
  }, [isConnected]);
  return useAttachments(useShallow(({ list }) => list.filter((each) => each.chatId === chatId)));
}

/** Attaches files to the chat's composer. */
export function useAttach(): (files: readonly NewFile[]) => void {
  const { t } = useTranslation('conversation');
  const chatId = useConversation().chat.id;
  const uploads = useUploads();
  const largest = useMediaSettings().data?.settings.largest;
  return useCallback(
    (files) => {
      const left = useAttachments.getState().add(chatId, files, uploads, largest ?? DEFAULT_LIMIT);
      if (left > 0)
        notifyError(t('attach.tooMany', { count: left }), t('attach.tooManyMore', { limit: MAX_ATTACHMENTS }));
    },
    [chatId, uploads, largest, t],
  );
}

/** Files of a drop or paste; folders are skipped with a notice. */
export function filesOf(transfer: DataTransfer): readonly NewFile[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const isFolder = items.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  if (isFolder.includes(true))
    notify(`${i18n.t('conversation:attach.noFolders')} ${i18n.t('conversation:attach.noFoldersMore')}`, {
      id: 'no-folders',
    });
  return items.flatMap((item, index) => {
    const file = isFolder[index] === true ? null : item.getAsFile();
    return file === null ? [] : [{ file }];
  });
}

/**
 * Sends the attachments once all are uploaded; those already being sent are left alone. Resolves with whether they were
 * sent: false if they were held back, removed or failed to upload. Rejects if the engine refuses them; they then stay
 * attached.
 */
export async function sendAttachments(chatId: string, replyMedia: ReturnType<typeof useReplyMedia>): Promise<boolean> {
  const { list, setLeaving, sent } = useAttachments.getState();
  const attached = list.filter((each) => each.chatId === chatId);
  if (attached.length === 0 || attached.some(({ isLeaving }) => isLeaving)) return true;
  setLeaving(chatId, true);
  try {
    const leaving = await waitForUploads(chatId);
    if (leaving.length === 0) return false;
    await sendIdentified(
      chatId,
      chatId,
      leaving.flatMap((each) => toReply(each) ?? []),
      replyMedia,
    );
    sent(leaving.map(({ id }) => id));
    return true;
  } finally {
    setLeaving(chatId, false);
  }
}

/** Sends parts of a reply; after a failure, the same parts from the same place keep their identity. */
export async function sendIdentified(
  place: string,
  chatId: string,
  parts: readonly MediaReply[],
  replyMedia: ReturnType<typeof useReplyMedia>,
): Promise<void> {
  const { identify, taken } = useAttachments.getState();
  await replyMedia(chatId, identify(place, JSON.stringify(parts)), parts);
  taken(place);
}

/** The attachments to send once all are uploaded; empty if held back or if one failed. */
function waitForUploads(chatId: string): Promise<readonly Attachment[]> {
  return new Promise((resolve) => {
    const check = (): boolean => {
      const leaving = useAttachments.getState().list.filter((each) => each.chatId === chatId && each.isLeaving);
      const hasFailed = leaving.some(({ progress }) => progress.at === 'failed');
      if (!hasFailed && leaving.some(({ progress }) => progress.at !== 'ready')) return false;
      resolve(hasFailed ? [] : leaving);
      return true;
    };
    if (check()) return;
    const stop = useAttachments.subscribe(() => {
      if (check()) stop();
    });
  });
}
