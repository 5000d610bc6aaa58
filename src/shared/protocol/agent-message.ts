import type { AgentMessage, TypingType } from './chat-channel.ts';

/**
 * JSON body of a reply to the integrator (chat channel interface, section 4.3).
 * `externalId` is the customer's `sender.id` as JSON text and goes out as it is, with all its digits.
 */
export function renderAgentMessage(
  externalId: string,
  sender: AgentMessage['sender'],
  message: AgentMessage['message'],
): string {
  return render(externalId, sender, message);
}

/** JSON body of a typing notice to the integrator (section 4.4). */
export function renderTyping(externalId: string, sender: AgentMessage['sender'], type: TypingType): string {
  return render(externalId, sender, { type });
}

function render(externalId: string, sender: object, message: object): string {
  return `{"sender":${JSON.stringify(sender)},"recipient":{"id":${externalId}},"message":${JSON.stringify(message)}}`;
}
