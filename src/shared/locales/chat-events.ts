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
        return t(`conversation:events.takenBack.${readerForm(event, meId)}`, {
          who: event.operatorName,
          from: event.toOperatorName,
        });
      case 'operator_removed':
        return event.removedName === undefined
          ? t('conversation:events.someoneRemoved')
          : t('conversation:events.operatorRemoved', { removedName: event.removedName });
      case 'returned_to_bot':
        return t(`conversation:events.returned.${readerForm(event, meId)}`, {
          who: event.operatorName,
          botName: event.botName,
        });
      case 'asked_for_person':
        return t(event.operatorsOnline ? 'conversation:events.askedForPerson' : 'conversation:events.askedInVain', {
          botName: event.botName,
        });
      case 'handed_over':
        return handedOverText(event);
      case 'contacts_given':
        return t('conversation:events.contactsGiven', {
          botName: event.botName,
          contacts: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
            event.fields.map((field) => t(`conversation:events.contacts.${field}`)),
          ),
        });
      case 'rated':
        return ratingText(event);
      case 'closed':
        return t(`conversation:events.closed.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'begun':
        return t(`conversation:events.begun.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'reopened':
        return t(`conversation:events.reopened.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'reopened_by_failure':
        return t('conversation:events.reopenedByFailure');
      case 'customer_blocked':
        return t(`conversation:events.blocked.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'ended_by_customer':
        return t('conversation:events.endedByCustomer');
      case 'closed_by_silence':
        return t('conversation:events.closedBySilence', { count: event.hours });
      case 'snoozed':
        return event.until === undefined
          ? t(`conversation:events.snoozed.${readerForm(event, meId)}`, { who: event.operatorName })
          : t(`conversation:events.snoozedUntil.${readerForm(event, meId)}`, {
              who: event.operatorName,
              time: formatMoment(event.until),
            });
      case 'unsnoozed':
        return t(`conversation:events.unsnoozed.${readerForm(event, meId)}`, { who: event.operatorName });
      case 'snooze_over':
        return t('conversation:events.snoozeOver');
      case 'reopened_by_schedule':
        return t('conversation:events.reopenedBySchedule');
      case 'sent_late':
        return t('conversation:events.sentLate', { time: formatMoment(event.sendAt) });
      case 'unknown':
        return t('conversation:events.unknown');
      case 'channel_removed':
        return t('conversation:events.channelRemoved', { channelName: event.channelName });
    }
  }

  /** 3 Nov, 09:00 */
  function formatMoment(at: number): string {
    const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    return new Intl.DateTimeFormat(locale(), parts).format(at);
  }

  function ratingText({ rate, comment, again }: Event<'rated'>): string {
    if (comment === undefined)
      return t(again ? 'conversation:events.ratedAgain' : 'conversation:events.rated', { rate });
    return t(again ? 'conversation:events.ratedAgainWithComment' : 'conversation:events.ratedWithComment', {
      rate,
      comment,
    });
  }

  function takenText(event: Event<'taken'>, meId: string | undefined): string {
    const from = event.fromOperatorName ?? event.fromBotName;
    if (from === undefined)
      return t(`conversation:events.taken.${readerForm(event, meId)}`, { who: event.operatorName });
    return t(`conversation:events.takenFrom.${readerForm(event, meId)}`, { who: event.operatorName, from });
  }

  function assignedText(event: Event<'assigned'>, meId: string | undefined): string {
    const [who, to] = [event.operatorName, event.toOperatorName];
    const from = event.fromBotName ?? (event.fromOperatorId === event.operatorId ? undefined : event.fromOperatorName);
    if (event.toOperatorId === meId)
      return from === undefined
        ? t('conversation:events.givenToYou', { who })
        : t('conversation:events.givenToYouFrom', { who, from });
    return from === undefined
      ? t(`conversation:events.given.${readerForm(event, meId)}`, { who, to })
      : t(`conversation:events.givenFrom.${readerForm(event, meId)}`, { who, from, to });
  }

  function handedOverText({ reason, error, botName }: Event<'handed_over'>): string {
    return reason === 'failed'
      ? failureText(error, botName)
      : t(`conversation:events.handedOver.${reason}`, { botName });
  }

  /** Why a bot couldn't be reached in three attempts. */
  function failureText(error: DeliveryError | undefined, botName: string): string {
    switch (error?.kind) {
      case undefined:
      case 'invalid_answer':
      case 'refused':
        return t('conversation:events.failed.notTaken', { botName });
      case 'status':
        return error.status === undefined
          ? t('conversation:events.failed.noStatus', { botName })
          : t('conversation:events.failed.status', { botName, status: String(error.status) });
      case 'timeout':
      case 'unreachable':
      case 'tls':
      case 'redirect':
      case 'not_sent':
      case 'interrupted':
        return t(`conversation:events.failed.${error.kind}`, { botName });
    }
  }

  return { eventText, ratedText: (rate) => t('conversation:events.ratedOf', { rate }) };
}

/** Whether the reader did it: many languages use another verb form then. */
function readerForm({ operatorId }: { readonly operatorId: string }, meId: string | undefined): 'you' | 'named' {
  return operatorId === meId ? 'you' : 'named';
}
