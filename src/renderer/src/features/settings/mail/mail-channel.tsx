import { useTranslation } from 'react-i18next';
import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { z } from 'zod';
import { ActionButton, ConfirmButton } from '#renderer/components/actions.tsx';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { named } from '#renderer/components/field.tsx';
import { Spinner } from '#renderer/components/progress.tsx';
import {
  fieldsOf,
  SavedArea,
  SavedNumber,
  SavedSelect,
  SavedSwitch,
  SavedText,
} from '#renderer/components/saved-fields.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import { useChannels, useMailbox, useUpdateChannel } from '#renderer/rpc/use-directory.ts';
import { channelFields } from '#shared/contract/channels.ts';
import { FOLLOW_UP_AFTER, mailSettings } from '#shared/domain/mail.ts';
import { channelPath } from '#shared/domain/settings-sections.ts';
import { ENGLISH, LANGUAGES } from '#shared/locales/languages.ts';
import type { ChannelPageProps, ListedChannel } from '../channels/channel-kind.ts';
import {
  ChannelBots,
  ChannelDanger,
  ChannelTabs,
  LookFields,
  useChannelFields,
} from '../channels/channel-settings.tsx';
import { ChannelHours, ChannelRating } from '../hours/channel-hours.tsx';
import { ChannelAutomatic } from '../hours/messages-section.tsx';
import { Group, Notice } from '../parts/section.tsx';
import { ChangeAccount } from './change-account.tsx';
import { MailPreview } from './mail-preview.tsx';
import { Trouble, troubleTexts } from './mail-test.tsx';

/** An email address: what is done with its mail, how answers look, and what connects it. */
export function MailChannel({ channel, tab }: ChannelPageProps) {
  const { t } = useTranslation(['mailbox', 'channels']);
  const of = useChannelFields(channel);
  return (
    <ChannelTabs
      channel={channel}
      tab={tab}
      tabs={[
        {
          value: 'mail',
          label: t('tabs.mail'),
          panel: (
            <>
              <Uses channel={channel} />
              <Answers channel={channel} />
              <Group title={t('look.title')}>
                <SavedText {...of('name')} rule={channelFields.name} />
                <LookFields channel={channel} />
              </Group>
              <ChannelDanger channel={channel} title={t('danger.title')} removeWill={t('danger.removeWill')} />
            </>
          ),
        },
        { value: 'account', label: t('tabs.account'), panel: <ChangeAccount channel={channel} /> },
        {
          value: 'hours',
          label: t('channels:tabs.hours'),
          panel: (
            <>
              <ChannelHours channel={channel} />
              <ChannelAutomatic channel={channel} />
              <ChannelRating channel={channel} />
            </>
          ),
        },
        { value: 'bots', label: t('tabs.bots'), panel: <ChannelBots channel={channel} countBotHint={false} /> },
      ]}
    >
      <MailState channel={channel} />
    </ChannelTabs>
  );
}

interface ChannelProps {
  readonly channel: ListedChannel;
}

/** Whether mail comes and goes, and otherwise why not and what to do. */
function MailState({ channel }: ChannelProps) {
  const { t } = useTranslation('mailbox');
  const mailbox = useMailbox(channel);
  const { mutateAsync: look } = useRouteMutation('mailboxes.look', 'mailboxes.list');
  const since = useNow((now) => (mailbox === undefined ? '' : formatSince(mailbox.since, now)));
  if (mailbox === undefined || channel.email === undefined) return null;
  const { state, trouble = 'server', isSending, said, address, waiting } = mailbox;
  const waits = waiting > 0 && <p>{t('state.waiting', { count: waiting })}</p>;
  if (state === 'broken') {
    const problem = { trouble, account: channel.email, isSending, said };
    return (
      <Notice tone="urgent" title={troubleTexts(problem).what}>
        {isSending !== true && <p>{t('state.since', { since, address })}</p>}
        <Trouble {...problem} withWhat={false} />
        {waits}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
          {trouble !== 'passwordLost' && (
            <ActionButton size="sm" failed={t('state.notLooked')} act={() => look({ channelId: channel.id })}>
              {t('state.tryNow')}
            </ActionButton>
          )}
          <Link href={channelPath(channel.id, 'account')}>{t('state.toAccount')}</Link>
        </div>
      </Notice>
    );
  }
  return (
    <div role="status" className="flex items-start gap-2 text-ui text-ink-quiet">
      {state === 'open' ? (
        <CircleCheck aria-hidden className="mt-px size-4 shrink-0 text-good" />
      ) : (
        <Spinner className="mt-px shrink-0" />
      )}
      <div className="min-w-0 wrap-anywhere">
        <p>{t(`state.${state}`, { address })}</p>
        {waits}
      </div>
    </div>
  );
}

/** Settings of a channel's mail, each saved under its own name. */
function useMail(channel: ListedChannel) {
  const change = useUpdateChannel(channel.id);
  const mail = channel.email ?? mailSettings.parse({});
  return {
    mail,
    change,
    of: fieldsOf(mail, (email) => change({ email }), {
      texts: 'mailbox:',
      rules: mailSettings.shape,
      within: 'email.',
    }),
  };
}

const MINUTE = 60;

/** How far back mail from before can become chats. */
const EARLIER_DAYS = 7;

/** What is done with its mail: answers to those who left, and chats of what comes in. */
function Uses({ channel }: ChannelProps) {
  const { t } = useTranslation('mailbox');
  const { mail, change, of } = useMail(channel);
  const { mutateAsync: look } = useRouteMutation('mailboxes.look', 'mailboxes.list');
  const first = useChannels().data?.find(({ email, secretLost }) => email?.answersLeft === true && secretLost !== true);
  const isSecond = mail.answersLeft && first !== undefined && first.id !== channel.id;
  return (
    <section className="flex flex-col gap-5">
      <SavedSwitch
        {...of('answersLeft')}
        warning={isSecond ? t('answersLeftElsewhere', { name: first.name }) : undefined}
      />
      {mail.answersLeft && (
        <SavedNumber
          field="email.followUpAfter"
          {...named('mailbox:followUpAfter')}
          saved={Math.max(1, Math.round(mail.followUpAfter / MINUTE))}
          rule={z
            .number()
            .int()
            .min(1)
            .max(FOLLOW_UP_AFTER.most / MINUTE)}
          save={(minutes) => change({ email: { followUpAfter: minutes * MINUTE } })}
        />
      )}
      <SavedSwitch {...of('becomesChat')} />
      {mail.becomesChat && (
        <ConfirmButton
          className="self-start"
          danger={false}
          label={t('earlier.take', { count: EARLIER_DAYS })}
          title={t('earlier.title', { count: EARLIER_DAYS })}
          will={[t('earlier.will')]}
          confirmLabel={t('earlier.confirm')}
          failed={t('state.notLooked')}
          done={t('earlier.done')}
          act={async () => {
            const { state } = await look({ channelId: channel.id, days: EARLIER_DAYS });
            if (state === 'broken') throw new Error(t('state.notLooked'));
          }}
        />
      )}
      <SavedText {...of('folder')} autoComplete="off" spellCheck={false} />
    </section>
  );
}

const LANGUAGE_CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));

/** How an answer looks in the customer's mail. */
function Answers({ channel }: ChannelProps) {
  const { t } = useTranslation('mailbox');
  const { mail, change, of } = useMail(channel);
  return (
    <Group title={t('answers.title')} lead={t('answers.lead')}>
      <SavedText {...of('senderName')} placeholder={channel.name} autoComplete="off" />
      <SavedArea {...of('signature')} />
      <SavedSelect
        field="email.language"
        {...named('mailbox:language')}
        saved={mail.language ?? ENGLISH.code}
        save={(language) => change({ email: { language } })}
        choices={LANGUAGE_CHOICES}
      />
      <MailPreview channel={channel} />
    </Group>
  );
}
