import type { AutomaticMessage } from '#main/store/messages/automatic-messages.ts';
import type { Perform } from '#main/store/commands.ts';
import type { Received, ReceivedMessage } from '#main/store/messages/receive-message.ts';
import { cutText } from '#shared/domain/text-cutting.ts';

/** A customer's message as the channel parsed it; long text is not cut yet. */
export interface CustomerMessage extends Omit<ReceivedMessage, 'texts' | 'automatic'> {
  readonly text: string | undefined;
}

/**
 * Takes a customer's message; resolves when it is on disk. `admit` gets the number of messages first, and throws if
 * there are too many. Rejects with ContractError if it cannot be stored.
 */
export type Receive = (message: CustomerMessage, admit?: (messages: number) => void) => Promise<Received>;

export function createReceive({
  perform,
  automaticFor,
}: {
  readonly perform: Perform;
  /** automatic messages of a channel for whoever writes now */
  readonly automaticFor: (channelId: string) => Promise<AutomaticMessage | undefined>;
}): Receive {
  return async ({ text, ...message }, admit) => {
    const texts = text === undefined ? [text] : cutText(text);
    admit?.(texts.length);
    const automatic = await automaticFor(message.channelId);
    return perform['messages.receive']({ ...message, texts, automatic });
  };
}
