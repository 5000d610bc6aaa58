import type { ChatEvent, DeliveryError } from '#shared/domain/message.ts';
import type { Localization } from './i18n.ts';

type Event<Kind extends ChatEvent['kind']> = Extract<ChatEvent, { kind: Kind }>;

export interface EventTexts {
  /** The text of a system line. `meId` is its reader. */
  readonly eventText: (event: ChatEvent, meId: string | undefined) => string;
  /** "4 of 5" */
  readonly ratedText: (rate: number) => string;
}

/** Formats the events of chats in the current language. */
export function createEventTexts({ i18n: { t }, locale }: Pick<Localization, 'i18n' | 'locale'>): EventTexts {
  function eventText(event: ChatEvent, meId: string | undefined): string {
    switch (event.kind) {
      case 'taken':
        return takenText(event, meId);
      case 'assigned':
        return assignedText(event, meId);
      case 'unassigned':
        return t(`chat:events.takenBack.${readerForm(event, meId)}`, {
          who: event.operatorName,
          from: event.toOperatorName,
        });
      case 'operator_removed':
        return event.removedName === undefined
          ? t('chat:events.someoneRemoved')
          : t('chat:events.operatorRemoved', { removedName: event.removedName });
      case 'returned_to_bot':
        return t(`chat:events.returned.${readerForm(event, meId)}`, {
          who: event.operatorName,
          botName: event.botName,
        });
      case 'asked_for_person':
        return t(event.operatorsOnline ? 'chat:events.askedForPerson' : 'chat:events.askedInVain', {
          botName: event.botName,
        });
      case 'handed_over':
        return handedOverText(event);
      case 'contacts_given':
        return t('chat:events.contactsGiven', {
          botName: event.botName,
          contacts: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
            event.fields.map((field) => t(`chat:events.contacts.${field}`)),
          ),
        });
      case 'rated':
        return ratingText(event);
      case 'closed':
        return t(`chat:events.closed.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'begun':
        return t(`chat:events.begun.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'reopened':
        return t(`chat:events.reopened.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'reopened_by_failure':
        return t('chat:events.reopenedByFailure');
      case 'customer_blocked':
        return t(`chat:events.blocked.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'ended_by_customer':
        return t('chat:events.endedByCustomer');
      case 'closed_by_silence':
        return t('chat:events.closedBySilence', { count: event.hours });
      case 'snoozed':
        return event.until === undefined
          ? t(`chat:events.snoozed.${readerForm(event, meId)}`, { who: event.operatorName })
          : t(`chat:events.snoozedUntil.${readerForm(event, meId)}`, {
              who: event.operatorName,
              time: formatMoment(event.until),
            });
      case 'unsnoozed':
        return t(`chat:events.unsnoozed.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'snooze_over':
        return t('chat:events.snoozeOver');
      case 'reopened_by_schedule':
        return t('chat:events.reopenedBySchedule');
      case 'sent_late':
        return t('chat:events.sentLate', { time: formatMoment(event.sendAt) });
      case 'unknown':
        return t('chat:events.unknown');
      case 'channel_removed':
        return t('chat:events.channelRemoved', { channelName: event.channelName });
    }
  }

  /** 3 Nov, 09:00 */
  function formatMoment(at: number): string {
    const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    return new Intl.DateTimeFormat(locale(), parts).format(at);
  }

  function ratingText({ rate, comment, again }: Event<'rated'>): string {
    if (comment === undefined) return t(again ? 'chat:events.ratedAgain' : 'chat:events.rated', { rate });
    return t(again ? 'chat:events.ratedAgainWithComment' : 'chat:events.ratedWithComment', { rate, comment });
  }

  function takenText(event: Event<'taken'>, meId: string | undefined): string {
    const from = event.fromOperatorName ?? event.fromBotName;
    if (from === undefined) return t(`chat:events.taken.${readerForm(event, meId)}`, { who: event.operatorName });
    return t(`chat:events.takenFrom.${readerForm(event, meId)}`, { who: event.operatorName, from });
  }

  function assignedText(event: Event<'assigned'>, meId: string | undefined): string {
    const [who, to] = [event.operatorName, event.toOperatorName];
    const from = event.fromBotName ?? (event.fromOperatorId === event.operatorId ? undefined : event.fromOperatorName);
    if (event.toOperatorId === meId)
      return from === undefined ? t('chat:events.givenToYou', { who }) : t('chat:events.givenToYouFrom', { who, from });
    return from === undefined
      ? t(`chat:events.given.${readerForm(event, meId)}`, { who, to })
      : t(`chat:events.givenFrom.${readerForm(event, meId)}`, { who, from, to });
  }

  function handedOverText({ reason, error, botName }: Event<'handed_over'>): string {
    return reason === 'failed' ? failureText(error, botName) : t(`chat:events.handedOver.${reason}`, { botName });
  }

  /** Why a bot couldn't be reached in three attempts. */
  function failureText(error: DeliveryError | undefined, botName: string): string {
    switch (error?.kind) {
      case undefined:
      case 'invalid_answer':
      case 'refused':
        return t('chat:events.failed.notTaken', { botName });
      case 'status':
        return error.status === undefined
          ? t('chat:events.failed.noStatus', { botName })
          : t('chat:events.failed.status', { botName, status: String(error.status) });
      case 'timeout':
      case 'unreachable':
      case 'tls':
      case 'redirect':
      case 'not_sent':
      case 'interrupted':
        return t(`chat:events.failed.${error.kind}`, { botName });
    }
  }

  return { eventText, ratedText: (rate) => t('chat:events.ratedOf', { rate }) };
}

/** Whether the reader did it: many languages use another verb form then. */
function readerForm({ operatorId }: { readonly operatorId: string }, meId: string | undefined): 'you' | 'named' {
  return operatorId === meId ? 'you' : 'named';
}
