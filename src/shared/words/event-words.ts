import type { ChatEvent, DeliveryError } from '#shared/domain/entities.ts';
import { events } from './en/events.ts';
import type { Speech } from './speech.ts';

type Event<Kind extends ChatEvent['kind']> = Extract<ChatEvent, { kind: Kind }>;

export interface EventWords {
  /** What happened, in a system line. `meId` is who reads it. */
  readonly eventWords: (event: ChatEvent, meId: string | undefined) => string;
  /** "4 of 5" */
  readonly ratedWords: (rate: number) => string;
}

/** Says what happened in chats, in the language that is spoken. */
export function createEventWords({ wordsOf, locale }: Pick<Speech, 'wordsOf' | 'locale'>): EventWords {
  const say = wordsOf('events', events);

  function eventWords(event: ChatEvent, meId: string | undefined): string {
    switch (event.kind) {
      case 'taken':
        return takenWords(event, meId);
      case 'assigned':
        return assignedWords(event, meId);
      case 'unassigned':
        return say(`takenBack.${whose(event, meId)}`, { who: event.operatorName, from: event.toOperatorName });
      case 'operator_removed':
        return event.removedName === undefined
          ? say('someoneRemoved')
          : say('operatorRemoved', { removedName: event.removedName });
      case 'returned_to_bot':
        return say(`returned.${whose(event, meId)}`, { who: event.operatorName, botName: event.botName });
      case 'asked_for_person':
        return say(event.operatorsOnline ? 'askedForPerson' : 'askedInVain', { botName: event.botName });
      case 'handed_over':
        return handedOverWords(event);
      case 'contacts_given':
        return say('contactsGiven', {
          botName: event.botName,
          contacts: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
            event.fields.map((field) => say(`contacts.${field}`)),
          ),
        });
      case 'rated':
        return ratingWords(event);
      case 'closed':
        return say(`closed.${whose(event, meId)}`, { who: event.operatorName });
      case 'reopened':
        return say(`reopened.${whose(event, meId)}`, { who: event.operatorName });
      case 'customer_blocked':
        return say(`blocked.${whose(event, meId)}`, { who: event.operatorName });
      case 'closed_by_silence':
        return say('closedBySilence', { count: event.hours });
      case 'channel_removed':
        return say('channelRemoved', { channelName: event.channelName });
    }
  }

  function ratingWords({ rate, comment, again }: Event<'rated'>): string {
    if (comment === undefined) return say(again ? 'ratedAgain' : 'rated', { rate });
    return say(again ? 'ratedAgainWithComment' : 'ratedWithComment', { rate, comment });
  }

  function takenWords(event: Event<'taken'>, meId: string | undefined): string {
    const from = event.fromOperatorName ?? event.fromBotName;
    if (from === undefined) return say(`taken.${whose(event, meId)}`, { who: event.operatorName });
    return say(`takenFrom.${whose(event, meId)}`, { who: event.operatorName, from });
  }

  function assignedWords(event: Event<'assigned'>, meId: string | undefined): string {
    const [who, to] = [event.operatorName, event.toOperatorName];
    const from = event.fromBotName ?? (event.fromOperatorId === event.operatorId ? undefined : event.fromOperatorName);
    if (event.toOperatorId === meId)
      return from === undefined ? say('givenToYou', { who }) : say('givenToYouFrom', { who, from });
    return from === undefined
      ? say(`given.${whose(event, meId)}`, { who, to })
      : say(`givenFrom.${whose(event, meId)}`, { who, from, to });
  }

  function handedOverWords({ reason, error, botName }: Event<'handed_over'>): string {
    return reason === 'failed' ? failureWords(error, botName) : say(`handedOver.${reason}`, { botName });
  }

  /** Why a bot was not reached in three attempts. */
  function failureWords(error: DeliveryError | undefined, botName: string): string {
    switch (error?.kind) {
      case undefined:
      case 'invalid_answer':
      case 'refused':
        return say('failed.notTaken', { botName });
      case 'status':
        return error.status === undefined
          ? say('failed.noStatus', { botName })
          : say('failed.status', { botName, status: String(error.status) });
      case 'timeout':
      case 'unreachable':
      case 'tls':
      case 'redirect':
      case 'not_sent':
      case 'interrupted':
        return say(`failed.${error.kind}`, { botName });
    }
  }

  return { eventWords, ratedWords: (rate) => say('ratedOf', { rate }) };
}

/** Whether the reader did it: many languages say that with another form of the verb. */
function whose({ operatorId }: { readonly operatorId: string }, meId: string | undefined): 'you' | 'named' {
  return operatorId === meId ? 'you' : 'named';
}
