import type { ChatEvent, DeliveryError } from '#shared/domain/message.ts';
import type { Localization } from './i18n.ts';
import { dateText } from './dates.ts';

export interface EventTexts {
  /** The text of a system line. `meId` is its reader. */
  readonly eventText: (event: ChatEvent, meId: string | undefined) => string;
  /** "4 of 5" */
  readonly ratedText: (rate: number) => string;
}

/** Formats the events of chats in the current language. */
export function createEventTexts({ i18n: { t }, locale }: Pick<Localization, 'i18n' | 'locale'>): EventTexts {
  function eventText(event: ChatEvent, meId: string | undefined): string {
    // Many languages use another verb form for what the reader did.
    const form = 'operatorId' in event && event.operatorId === meId ? 'you' : 'named';
    const formFrom = (fromId: string | undefined) =>
      form === 'named' && fromId !== undefined && fromId === meId ? 'fromYou' : form;
    const operatorName = 'operatorName' in event ? event.operatorName : '';
    switch (event.kind) {
      case 'taken': {
        const from = event.fromOperatorName ?? event.fromBotName ?? '';
        if (from === '') return t(`conversation:events.taken.${form}`, { who: operatorName });
        return t(`conversation:events.takenFrom.${formFrom(event.fromOperatorId)}`, { who: operatorName, from });
      }
      case 'assigned': {
        const { fromBotName, fromOperatorName = '', toOperatorName: to } = event;
        const from = fromBotName ?? (event.fromOperatorId === event.operatorId ? '' : fromOperatorName);
        if (event.toOperatorId === meId)
          return t(`conversation:events.${from === '' ? 'givenToYou' : 'givenToYouFrom'}`, { who: operatorName, from });
        if (from === '') return t(`conversation:events.given.${form}`, { who: operatorName, to });
        return t(`conversation:events.givenFrom.${formFrom(event.fromOperatorId)}`, { who: operatorName, from, to });
      }
      case 'unassigned':
        return t(`conversation:events.takenBack.${formFrom(event.toOperatorId)}`, {
          who: operatorName,
          from: event.toOperatorName,
        });
      case 'operator_removed':
        return event.removedName === undefined
          ? t('conversation:events.someoneRemoved')
          : t(`conversation:events.${event.ofChannel === true ? 'operatorLeft' : 'operatorRemoved'}`, {
              removedName: event.removedName,
            });
      case 'returned_to_bot':
        return t(`conversation:events.returned.${form}`, { who: operatorName, botName: event.botName });
      case 'asked_for_person':
        return t(`conversation:events.${event.operatorsOnline ? 'askedForPerson' : 'askedInVain'}`, {
          botName: event.botName,
        });
      case 'handed_over':
        return event.reason === 'failed'
          ? failureText(event.error, event.botName)
          : t(`conversation:events.handedOver.${event.reason}`, { botName: event.botName });
      case 'contacts_given':
        return t('conversation:events.contactsGiven', {
          botName: event.botName,
          contacts: new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
            event.fields.map((field) => t(`conversation:events.contacts.${field}`)),
          ),
        });
      case 'answered_automatically':
        return t('conversation:events.answeredAutomatically', { text: event.text });
      case 'consented':
        return event.link === undefined
          ? t('conversation:events.consented', { text: event.text })
          : t('conversation:events.consentedWithLink', { text: event.text, link: event.link });
      case 'rated': {
        const { rate, comment = '', again } = event;
        const withComment = comment === '' ? '' : 'WithComment';
        return t(`conversation:events.${again ? 'ratedAgain' : 'rated'}${withComment}`, { rate, comment });
      }
      case 'closed':
      case 'begun':
      case 'reopened':
      case 'unsnoozed':
        return t(`conversation:events.${event.kind}.${form}`, { who: operatorName });
      case 'reopened_by_failure':
        return t('conversation:events.reopenedByFailure');
      case 'customer_blocked':
        return t(`conversation:events.blocked.${form}`, { who: operatorName });
      case 'ended_by_customer':
        return t('conversation:events.endedByCustomer');
      case 'closed_by_silence':
        return t('conversation:events.closedBySilence', { count: event.hours });
      case 'snoozed':
        return event.until === undefined
          ? t(`conversation:events.snoozed.${form}`, { who: operatorName })
          : t(`conversation:events.snoozedUntil.${form}`, { who: operatorName, time: formatMoment(event.until) });
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
    return dateText('shortMoment', at, locale());
  }

  /** Explains why a bot couldn't be reached in three attempts. */
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
