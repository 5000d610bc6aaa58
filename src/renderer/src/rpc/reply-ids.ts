import { Unreachable } from './transport.ts';

/** Names replies, so that one whose answer was lost on the way is not sent twice. */
export interface ReplyIds {
  /** sends under a name that is the same for the same words in the same chat until the engine has answered */
  readonly named: <T>(chatId: string, text: string, send: (clientId: string) => Promise<T>) => Promise<T>;
}

export function createReplyIds(): ReplyIds {
  const unanswered = new Map<string, { readonly text: string; readonly id: string }>();
  return {
    named: async (chatId, text, send) => {
      const before = unanswered.get(chatId);
      const reply = before?.text === text ? before : { text, id: newId() };
      unanswered.set(chatId, reply);
      try {
        const answer = await send(reply.id);
        unanswered.delete(chatId);
        return answer;
      } catch (error) {
        // Without an answer the engine may have taken it all the same.
        if (!(error instanceof Unreachable)) unanswered.delete(chatId);
        throw error;
      }
    },
  };
}

/** `crypto.randomUUID` is missing on pages that came over plain HTTP from another machine. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
