import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useRouteMutation, useCachedMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { useJobs, useChannels } from '#renderer/rpc/use-directory.ts';
import { Loaded, Group, Section, Notice } from '../parts/section.tsx';
import { BackupList } from './backups.tsx';
import { X } from 'lucide-react';
import { buttonStyles, IconButton, Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { Age, formatFull, momentOf, weekdayNames } from '#renderer/components/dates.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { ActionButton, DialogForm } from '#renderer/components/actions.tsx';
import { z } from 'zod';
import { backupChange, type ChatsInRange } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { fieldsOf, SavedNumber, SavedSwitch, SavedText, SavedSelect } from '../parts/saved-field.tsx';
import { useState } from 'react';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { Select } from '#renderer/components/select.tsx';

/** Backups, restore, jobs, and a link to customers' personal data; `/settings/data/make` opens the backup dialog. */
export function DataSection({ detail }: { readonly detail?: string | undefined }) {
  const { t } = useTranslation(['settings', 'common']);
  const [, navigate] = useLocation();
  return (
    <Loaded of={useRouteQueryFor('owner', 'backups.list', {})}>
      {(data) => (
        <Section title={t('sections.data')} lead={t('data.lead')}>
          <JobList />
          <BackupList
            {...data}
            asksForBackup={detail === 'make'}
            onAnswered={() => navigate('/settings/data', { replace: true })}
          />
          <ScheduleGroup {...data} />
          <BulkGroup />
          <Group title={t('data.privacy')} lead={t('data.privacyLead')}>
            {null}
          </Group>
        </Section>
      )}
    </Loaded>
  );
}

/** Running jobs, and the results of the latest; empty if there are none. */
function JobList() {
  const { t } = useTranslation(['settings', 'common']);
  const jobs = useJobs().data ?? [];
  if (jobs.length === 0) return null;
  return (
    <Group title={t('data.underWay')}>
      <Rows label={t('data.underWay')} rows={jobs} keyOf={({ id }) => id}>
        {(job) => (
          <div className="flex flex-col gap-2 px-3.5 py-2.5">
            {job.state === 'running' ? <Running job={job} /> : <Ended job={job} />}
          </div>
        )}
      </Rows>
    </Group>
  );
}

function Running({ job }: { readonly job: Job }) {
  const { t } = useTranslation(['settings', 'common']);
  const cancel = useRouteMutation('jobs.cancel');
  return (
    <>
      <div className="flex min-h-(--control) items-center gap-3 text-ui">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{t(`common:jobs.${job.state}.${job.kind}`)}</span>
          <span className="block text-ink-quiet">
            {t(`common:jobs.steps.${job.step}`)}
            {job.part !== undefined && (
              <span className="tabular"> {t('common:jobs.percent', { percent: Math.floor(job.part * 100) })}</span>
            )}
          </span>
        </p>
        {job.cancellable && (
          <ActionButton failed={t('common:jobs.notCancelled')} act={() => cancel.mutateAsync({ jobId: job.id })}>
            {t('common:jobs.cancel')}
          </ActionButton>
        )}
      </div>
      <ProgressBar label={t('common:jobs.progress')} part={job.part} />
    </>
  );
}

function Ended({ job }: { readonly job: Job }) {
  const { t } = useTranslation(['settings', 'common']);
  const dismiss = useRouteMutation('jobs.dismiss');
  const reopen = useRouteMutation('bulk.reopen');
  return (
    <div className="flex min-h-(--control) items-center gap-3 text-ui">
      <p className="min-w-0 flex-1" role="status">
        <span className={cn('font-medium', job.state === 'failed' && 'text-urgent')}>
          {t(`common:jobs.${job.state}.${job.kind}`)}
        </span>
        {job.problem !== undefined && (
          <span className="block text-ink-quiet break-words">{formatPhrase(job.problem)}</span>
        )}
      </p>
      {job.endedAt !== undefined && <Age at={job.endedAt} className="text-ink-quiet" />}
      {job.undoable === true && (
        <ActionButton
          failed={t('data.bulkNotBegun')}
          act={() => reopen.mutateAsync({ jobId: job.id }).then(() => dismiss.mutate({ jobId: job.id }))}
        >
          {t('data.bulkReopen')}
        </ActionButton>
      )}
      {job.file !== undefined && (
        <a href={job.file.url} download={job.file.name} className={cn(buttonStyles({}), 'no-underline')}>
          {t('common:jobs.download')}
        </a>
      )}
      <IconButton label={t('common:jobs.dismiss')} icon={<X />} onClick={() => dismiss.mutate({ jobId: job.id })} />
    </div>
  );
}

function ScheduleGroup({ settings, nextAt }: RouteOutput<'backups.list'>) {
  const { t } = useTranslation(['settings', 'common']);
  const { mutateAsync: change } = useCachedMutation('backups.change', 'backups.list', {
    after: (changed, known) => known && { ...known, settings: changed },
    sequential: true,
  });
  const of = fieldsOf(settings, change, { texts: 'settings:data.', rules: backupChange.shape });
  const { every, last } = settings;
  return (
    <Group title={t('data.schedule')} lead={t('data.scheduleLead')}>
      {last?.problem !== undefined && (
        <Notice tone="urgent" title={t('data.lastFailed')}>
          {formatPhrase(last.problem)}
        </Notice>
      )}
      <SavedSelect
        {...of('every')}
        hint={nextAt === undefined ? undefined : t('data.next', { date: formatFull(nextAt) })}
        choices={EVERY.map((value) => ({ value, label: t(`data.everyNames.${value}`) }))}
        className="w-56"
      />
      {every === 'week' && (
        <SavedSelect
          {...of('weekday')}
          saved={String(settings.weekday)}
          choices={weekdays()}
          className="w-56"
          save={(value) => change({ weekday: Number(value) })}
        />
      )}
      {every !== 'never' && (
        <>
          <SavedText {...of('time')} type="time" short />
          <SavedNumber {...of('keep')} aside={t('data.keepAside')} />
          <SavedSwitch {...of('withMedia')} label={t('data.scheduledMedia')} hint={undefined} />
        </>
      )}
      <SavedText
        {...of('folder')}
        autoComplete="off"
        spellCheck={false}
        saved={settings.folder ?? ''}
        rule={z.string().trim()}
        save={(value) => change({ folder: value === '' ? null : value })}
      />
    </Group>
  );
}

const EVERY = ['never', 'day', 'week'] as const;

/** 0: Sunday, as everywhere below. */
function weekdays(): { readonly value: string; readonly label: string }[] {
  return weekdayNames('weekday').map((label, index) => ({ value: String((index + 1) % 7), label }));
}

const HOUR = 60 * 60 * 1000;
const ALL_CHANNELS = 'all-channels';

type Which = ChatsInRange['which'];

function BulkGroup() {
  const { t } = useTranslation(['settings', 'common']);
  const channels = useChannels().data ?? [];
  const [channelId, setChannelId] = useState(ALL_CHANNELS);
  const [which, setWhich] = useState<Which>('waiting');
  const [from, setFrom] = useState(() => momentOf(Date.now() - HOUR));
  const [to, setTo] = useState(() => momentOf(Date.now() + HOUR));
  const [asking, setAsking] = useState<'close' | 'erase'>();
  const span = { from: new Date(from).getTime(), to: new Date(to).getTime() };
  const isSpan = span.from < span.to;
  const selection = isSpan ? { ...span, which, ...(channelId !== ALL_CHANNELS && { channelId }) } : undefined;
  // Refetched when chats change.
  const { data } = useRouteQueryFor('owner', 'bulk.preview', selection, { staleTime: 0, gcTime: 0 });
  const isEmpty = data === undefined || data.chats === 0;
  return (
    <Group title={t('data.bulk')} lead={t('data.bulkLead')}>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-[480px]:grid-cols-1">
        <Field label={t('data.bulkChannel')}>
          <Select
            value={channelId}
            choices={[
              { value: ALL_CHANNELS, label: t('data.bulkAllChannels') },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={setChannelId}
            className="w-full"
          />
        </Field>
        <Field label={t('data.bulkWhich')}>
          <Select<Which>
            value={which}
            choices={[
              { value: 'waiting', label: t('data.bulkWaiting') },
              { value: 'open', label: t('data.bulkOpen') },
              { value: 'all', label: t('data.bulkAll') },
            ]}
            onValueChange={setWhich}
            className="w-full"
          />
        </Field>
        <Field label={t('data.bulkFrom')}>
          <Input type="datetime-local" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </Field>
        <Field label={t('data.bulkTo')} error={isSpan ? undefined : t('data.bulkWrongSpan')}>
          <Input type="datetime-local" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </Field>
      </div>
      <p role="status" className="tabular min-h-5 text-ui text-ink-quiet">
        {isSpan &&
          data !== undefined &&
          (data.chats === 0
            ? t('data.bulkNone')
            : t('data.bulkCount', { chats: data.chats, open: data.open, messages: data.messages }))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isEmpty || data.open === 0} onClick={() => setAsking('close')}>
          {t('data.bulkClose')}
        </Button>
        <Button disabled={isEmpty} onClick={() => setAsking('erase')}>
          <span className="text-urgent">{t('data.bulkErase')}</span>
        </Button>
      </div>
      {selection !== undefined && data !== undefined && asking !== undefined && (
        <BulkDialog act={asking} selection={selection} preview={data} onClose={() => setAsking(undefined)} />
      )}
    </Group>
  );
}

interface BulkDialogProps {
  readonly act: 'close' | 'erase';
  readonly selection: ChatsInRange;
  readonly preview: RouteOutput<'bulk.preview'>;
  readonly onClose: () => void;
}

/** Says what will happen, and begins; to erase, the number of chats is typed first. */
function BulkDialog({ act, selection, preview: { open, chats, customers, backups }, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['settings', 'common']);
  const [typed, setTyped] = useState('');
  const { mutateAsync } = useRouteMutation(`bulk.${act}`);
  const isErase = act === 'erase';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isErase ? 'data.bulkEraseTitle' : 'data.bulkCloseTitle')}
      description={isErase ? t('data.bulkEraseWill', { chats, customers }) : t('data.bulkCloseWill', { open })}
    >
      <DialogForm
        confirmLabel={t(isErase ? 'data.bulkErase' : 'data.bulkClose')}
        danger={isErase}
        isReady={!isErase || typed.trim() === String(chats)}
        failed={t('data.bulkNotBegun')}
        act={() => mutateAsync(selection).then(onClose)}
        done={t('data.bulkBegun')}
      >
        {isErase && backups > 0 && <p className="text-ui">{t('data.bulkBackups', { backups })}</p>}
        {isErase && (
          <Field label={t('data.bulkConfirm', { chats })}>
            <Input
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}
