import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { useMemo } from 'react';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useUploads } from '#renderer/rpc/upload.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { type Attachment, MOST_ATTACHMENTS } from './attachment.ts';
import { type NewFile, useAttachments } from './attachments.ts';

/** Megabytes, for as long as it is not known what the owner set. */
const USUAL_LIMIT = 50;
const none: readonly Attachment[] = [];

export interface Attaching {
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
