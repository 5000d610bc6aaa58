import type { ChatEvent, DeliveryError, HandOverReason } from '#shared/domain/entities.ts';

type Event<Kind extends ChatEvent['kind']> = Extract<ChatEvent, { kind: Kind }>;

/** What happened, in a system line. `meId` is who reads it. */
export function eventWords(event: ChatEvent, meId: string | undefined): string {
  switch (event.kind) {
    case 'taken':
      return takenWords(event, whoWords(event, meId));
    case 'returned_to_bot':
      return `${whoWords(event, meId)} gave the chat to ${event.botName}`;
    case 'asked_for_person':
      return event.operatorsOnline
        ? `${event.botName} asked for a person, so the chat is in the queue`
        : `${event.botName} asked for a person, but nobody was online, so it kept the chat`;
    case 'handed_over':
      return handedOverWords(event);
    case 'contacts_given':
      return `${event.botName} noted down the customer’s ${listed(event.fields.map((field) => contacts[field]))}`;
    case 'rated':
      return `The customer ${event.again ? 'changed the rating to' : 'rated the chat'} ${ratedWords(event.rate)}${event.comment === undefined ? '' : `: “${event.comment}”`}`;
    case 'closed':
      return `${whoWords(event, meId)} closed the chat`;
    case 'reopened':
      return `${whoWords(event, meId)} opened the chat again`;
    case 'channel_removed':
      return `The channel ${event.channelName} was removed, so the chat was closed`;
  }
}

/** "4 of 5" */
export function ratedWords(rate: number): string {
  return `${String(rate)} of 5`;
}

function whoWords(event: { readonly operatorId: string; readonly operatorName: string }, meId: string | undefined): string {
  return event.operatorId === meId ? 'You' : event.operatorName;
}

function takenWords({ fromOperatorName, fromBotName }: Event<'taken'>, who: string): string {
  const from = fromOperatorName ?? fromBotName;
  return from === undefined ? `${who} took the chat` : `${who} took the chat over from ${from}`;
}

const contacts: Record<Event<'contacts_given'>['fields'][number], string> = { name: 'name', phone: 'phone number', email: 'email address' };

function handedOverWords({ reason, error, botName }: Event<'handed_over'>): string {
  const because: Record<HandOverReason, string> = {
    failed: failureWords(error, botName),
    silent: `${botName} took the message, but said nothing`,
    disabled: `${botName} was switched off`,
    removed: `${botName} was removed`,
    detached: `${botName} does not work on this channel any more`,
    token_conflict: `${botName} has the same token as another bot, so neither works`,
    token_lost: `The token of ${botName} can no longer be read, so it does not work`,
    operator_online: `${botName} had asked for a person, and somebody is online now`,
  };
  return `${because[reason]}, so the chat is in the queue`;
}

/** Why a bot was not reached in three attempts. */
function failureWords(error: DeliveryError | undefined, botName: string): string {
  switch (error?.kind) {
    case undefined:
    case 'invalid_answer':
    case 'refused':
      return `${botName} did not take the message`;
    case 'timeout':
      return `${botName} did not answer for 9 seconds`;
    case 'unreachable':
      return `${botName} could not be reached for 9 seconds`;
    case 'tls':
      return `The secure connection to ${botName} could not be made`;
    case 'status':
      return `${botName} answered that something is wrong there${error.status === undefined ? '' : ` (status ${String(error.status)})`}`;
    case 'redirect':
      return `${botName} answers from another address now`;
    case 'not_sent':
      return `The address of ${botName} may not be used`;
    case 'interrupted':
      return `Counterbell was stopped while ${botName} was asked`;
  }
}

function listed(things: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(things);
}
