import type { Ownership } from '#shared/domain/chat-rules.ts';
import type { Chat } from '#shared/domain/entities.ts';
import type { Message } from '#shared/domain/message.ts';
import { fillOrLeaveOut } from '#shared/domain/saved-replies.ts';
import { cutText } from '#shared/domain/text-cutting.ts';
import { type Connection, together } from '../connection.ts';
import { enqueueMessage, QUEUED } from '../deliveries/deliveries.ts';
import { insertMessage } from '../chats/chat-change.ts';
import type { SendingDelivery } from '../deliveries/sending.ts';

/** A channel's away message for a customer who writes now. */
export interface AutomaticMessage {
  /** with placeholders */
  readonly text: string;
  /** the sender that customers see */
  readonly channelName: string;
  /** when the channel opens next, in words; undefined: that is not known */
  readonly opens?: string | undefined;
  /** true while an operator is online, regardless of the hours */
  readonly anyAvailable: boolean;
}

interface AutomaticContext {
  readonly automatic: AutomaticMessage;
  readonly chat: Chat;
  readonly ownership: Ownership;
  readonly toldAway: boolean;
  readonly at: number;
}

export interface AutomaticResult {
  readonly messages: readonly Message[];
  readonly sending: readonly SendingDelivery[];
}

const NO_MESSAGE: AutomaticResult = { messages: [], sending: [] };

/** Sends it once per chat, within the customer's transaction: no crash repeats it. The customer still waits. */
export async function addAutomaticMessage(db: Connection, context: AutomaticContext): Promise<AutomaticResult> {
  const { automatic, chat, at } = context;
  if (!isDue(automatic, context)) return NO_MESSAGE;
  const text = fillOrLeaveOut(automatic.text, {
    customer: chat.customer.name,
    operator: undefined,
    channel: automatic.channelName,
    opens: automatic.opens,
  });
  if (text.trim() === '') return NO_MESSAGE;
  const add = async (part: string) => {
    const message = await insertMessage(db, {
      chatId: chat.id,
      from: 'system',
      type: 'text',
      text: part,
      fields: { automatic: 'away' },
      authorName: automatic.channelName,
      at,
    });
    return {
      message: { ...message, delivery: QUEUED },
      sending: await enqueueMessage(db, chat.customer, { name: automatic.channelName }, message),
    };
  };
  const [, parts] = await together([
    db.update('chats', { id: chat.id }, { toldAway: true }),
    together(cutText(text).map(add)),
  ]);
  return { messages: parts.map(({ message }) => message), sending: parts.map(({ sending }) => sending) };
}

/** Not in a bot's chat, nor in an operator's while any operator is online. */
function isDue({ anyAvailable }: AutomaticMessage, { ownership, toldAway }: AutomaticContext): boolean {
  return !toldAway && (ownership.state === 'waiting' || (ownership.state === 'active' && !anyAvailable));
}
