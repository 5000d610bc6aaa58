import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { useUploads } from '#renderer/rpc/upload.ts';
import { type useReplyMedia } from '#renderer/rpc/use-messages.ts';
import type { MediaReply } from '#shared/contract/media.ts';
import { type Attachment, MOST_ATTACHMENTS, asReply } from './attachment.ts';
import { type NewFile, useAttachments } from './attachments.ts';

/** Megabytes, for as long as it is not known what the owner set. */
const USUAL_LIMIT = 50;
const none: readonly Attachment[] = [];

interface Attaching {
  readonly attach: (files: readonly NewFile[]) => void;
  readonly remove: (id: string) => void;
}

/** The files beside the composer of a chat. */
export function useAttached(chatId: string): readonly Attachment[] {
  return useAttachments(({ byChat }) => byChat[chatId] ?? none);
}

/** Puts files beside the composer of a chat, and takes them away again. */
export function useAttaching(chatId: string): Attaching {
  const { t } = useTranslation('conversation');
  const uploads = useUploads();
  const largest = useMediaSettings().data?.settings.largest;
  return useMemo(
    () => ({
      attach: (files) => {
        const left = useAttachments.getState().add(chatId, files, uploads, largest ?? USUAL_LIMIT);
        if (left > 0)
          sayTrouble(t('attach.tooMany', { count: left }), t('attach.tooManyMore', { limit: MOST_ATTACHMENTS }));
      },
      remove: (id) => useAttachments.getState().remove(chatId, id, uploads),
    }),
    [chatId, uploads, largest, t],
  );
}

/** Files of a drop or a paste; folders are none, and it is said. */
export function filesOf(transfer: DataTransfer): readonly NewFile[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const isFolder = items.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  if (isFolder.includes(true))
    say(`${i18n.t('conversation:attach.noFolders')} ${i18n.t('conversation:attach.noFoldersMore')}`, {
      id: 'no-folders',
    });
  return items.flatMap((item, index) => {
    const file = isFolder[index] === true ? null : item.getAsFile();
    return file === null ? [] : [{ file }];
  });
}

/**
 * Sends what stands beside a composer once all of it is uploaded. Resolves with whether it was sent: not where it was
 * held back, taken away or could not be uploaded. Rejects where the engine did not take it; then it stays where it is.
 */
export async function sendAttachments(chatId: string, replyMedia: ReturnType<typeof useReplyMedia>): Promise<boolean> {
  const { byChat, leave, stay, sent } = useAttachments.getState();
  leave(
    chatId,
    (byChat[chatId] ?? []).map(({ id }) => id),
  );
  try {
    const leaving = await uploadedOrHeld(chatId);
    if (leaving === undefined) return false;
    const parts = leaving.flatMap((each) => asReply(each) ?? []);
    await sendIdentified(chatId, chatId, parts, replyMedia);
    sent(
      chatId,
      leaving.map(({ id }) => id),
    );
    return true;
  } finally {
    stay(chatId);
  }
}

/** Sends parts of a reply under the identity that they had in this place when they last did not get through, as long as they are the same. */
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

function uploadedOrHeld(chatId: string) {
  return new Promise<ReturnType<typeof leavingOf>>((resolve) => {
    const look = (): boolean => {
      const leaving = leavingOf(chatId);
      const isHeld =
        leaving === undefined || leaving.length === 0 || leaving.some(({ progress }) => progress.at === 'failed');
      if (!isHeld && leaving.some(({ progress }) => progress.at !== 'ready')) return false;
      resolve(isHeld ? undefined : leaving);
      return true;
    };
    if (look()) return;
    const stop = useAttachments.subscribe(() => {
      if (look()) stop();
    });
  });
}

function leavingOf(chatId: string) {
  const { byChat, leaving } = useAttachments.getState();
  const ids = leaving[chatId];
  return ids && (byChat[chatId] ?? []).filter(({ id }) => ids.includes(id));
}
