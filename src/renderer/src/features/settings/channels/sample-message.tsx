import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Age } from '#renderer/components/dates.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { metaFor } from '#renderer/rpc/ask.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { CONTENT_TYPES, type ContentType } from '#shared/domain/kinds/kinds.ts';
import { Group } from '../parts/section.tsx';

/** Sends a message to the channel as its app would, and says what the reply address answered to the latest reply. */
export function SampleMessage({ channel: { id: channelId, endpoint } }: { readonly channel: Channel }) {
  const { t } = useTranslation(['channels', 'conversation']);
  const { call } = useConsole();
  const [type, setType] = useState<ContentType>('text');
  const sending = useMutation({
    mutationFn: () => call('channels.sendSample', { channelId, type, customerName: t('sample.customer') }),
    onError: (error) => notifyFailure(t('sample.notSent'), error),
  });
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    sending.mutate();
  };
  const nameOf = (contentType: ContentType): string =>
    contentType === 'text' ? t('sample.text') : t(`conversation:kinds.${contentType}`);
  const choices = CONTENT_TYPES.map((value) => ({ value, label: nameOf(value) }));
  return (
    <Group title={t('sample.title')} lead={t('sample.lead')}>
      <form onSubmit={send} noValidate className="flex flex-wrap items-end gap-2">
        <Field label={t('sample.type')} className="min-w-40 flex-1">
          <Select value={type} choices={choices} onValueChange={setType} />
        </Field>
        <Button type="submit" pending={sending.isPending}>
          {t('sample.send')}
        </Button>
      </form>
      <div aria-live="polite" className="flex flex-col gap-2 text-ui">
        {sending.isSuccess && !sending.isPending && <Accepted status={sending.data.status} />}
        {endpoint === null ? (
          <p className="text-ink-quiet">{t('sample.noAddress')}</p>
        ) : (
          <LatestReply {...{ channelId }} />
        )}
      </div>
    </Group>
  );
}

function Accepted({ status }: { readonly status: number }) {
  const { t } = useTranslation('channels');
  if (status !== 200)
    return <Line>{status === 0 ? t('sample.noAnswer') : t('sample.notAccepted', { status: String(status) })}</Line>;
  return (
    <Line isGood>
      {t('sample.accepted')} <Link href="/">{t('sample.openInbox')}</Link>
    </Line>
  );
}

/** Response of the reply address to the channel's latest reply, as recorded. */
function LatestReply({ channelId }: { readonly channelId: string }) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const { data: reply } = useQuery({
    queryKey: ['journal.list', 'latest reply', channelId],
    queryFn: async (): Promise<JournalEntry | null> => {
      const { entries } = await call('journal.list', { channelId, typing: false, limit: 50 });
      return entries.find(({ direction, kind }) => direction === 'out' && kind === 'reply') ?? null;
    },
    meta: metaFor('owner'),
    staleTime: 0,
  });
  if (reply === undefined) return null;
  if (reply === null) return <p className="text-ink-quiet">{t('sample.noReply')}</p>;
  const { status, outcome, notes, at } = reply;
  const isGood = outcome === 'delivered';
  return (
    <Line isGood={isGood}>
      {isGood ? t('sample.delivered') : t('sample.failed')}{' '}
      {status !== undefined && t('sample.status', { status: String(status) })} {notes.map(formatPhrase).join(' ')}{' '}
      <Age at={at} className="text-ink-quiet" />
    </Line>
  );
}

function Line({ isGood = false, children }: { readonly isGood?: boolean; readonly children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <p className="flex gap-2">
      <Icon aria-hidden className={cn('mt-px size-4 shrink-0', isGood ? 'text-good' : 'text-urgent')} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
