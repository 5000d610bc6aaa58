import { asReply } from './attachment.ts';
import { useAttachments } from './attachments.ts';
import type { MediaReply } from '#shared/contract/media.ts';
import type { useReplyMedia } from '#renderer/rpc/use-messages.ts';

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
