import { useCallback, useMemo } from 'react';
import type { MediaReply, Uploaded } from '#shared/contract/media.ts';
import { useConsole } from './console-context.tsx';
import { uploadFile, type UploadOptions } from './upload.ts';

/** How files get to the engine, and are taken back. */
export interface Uploads {
  readonly upload: (file: Blob, options: UploadOptions) => Promise<Uploaded>;
  /** for what will not be sent after all */
  readonly discard: (uploadIds: readonly string[]) => void;
}

export function useUploads(): Uploads {
  const { call } = useConsole();
  return useMemo(
    () => ({
      upload: uploadFile,
      discard: (uploadIds) => {
        // The engine lets go of what was never sent by itself, too.
        for (const uploadId of uploadIds) void call('media.discardUpload', { uploadId }).catch(() => undefined);
      },
    }),
    [call],
  );
}

/** Sends a reply that is not text alone, a message for each part. Rejects where the engine did not take it, or its answer was lost. */
export function useReplyMedia(): (chatId: string, clientId: string, parts: readonly MediaReply[]) => Promise<void> {
  const { call, outbox } = useConsole();
  return useCallback(
    async (chatId, clientId, parts) => {
      const ask = () => call('chats.replyMedia', { chatId, clientId, parts: [...parts] });
      await outbox.getState().send({ clientId, chatId, isNote: false, texts: [] }, ask);
    },
    [call, outbox],
  );
}
