import type { AgentSender, TypingType } from './chat-channel.ts';

/** Wire fields by their names elsewhere: `file_name` is `fileName`. */
export function toInternalNames(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const toCamelCase = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toCamelCase(name), value]));
}

/**
 * JSON body of a reply to the integration (chat channel interface, section 4.3). `externalId` is the customer's
 * `sender.id` as JSON text, sent as is with all its digits.
 */
export function renderAgentMessage(externalId: string, sender: AgentSender, message: object): string {
  return render(externalId, sender, message);
}

/** JSON body of a typing notice to the integration (section 4.4). */
export function renderTyping(externalId: string, sender: AgentSender, type: TypingType): string {
  return render(externalId, sender, { type });
}

function render(externalId: string, sender: object, message: object): string {
  return `{"sender":${JSON.stringify(sender)},"recipient":{"id":${externalId}},"message":${JSON.stringify(message)}}`;
}
