import type { ServiceEventKind } from '#shared/protocol/bot-provider.ts';

/** An unfinished event for a provider. Ids are decimal strings; `body` is the JSON to post. */
export interface SendingEvent {
  readonly id: string;
  readonly botId: string;
  readonly chatId: string;
  /** the message it is about, if any */
  readonly messageId: string | undefined;
  readonly kind: ServiceEventKind;
  readonly body: string;
  /** attempts begun so far */
  readonly attempts: number;
}

/** An unfinished reply. Ids are decimal strings; `body` is the JSON to post. */
export interface SendingDelivery {
  readonly messageId: string;
  readonly chatId: string;
  readonly channelId: string;
  readonly body: string;
  /** attempts begun so far */
  readonly attempts: number;
}
