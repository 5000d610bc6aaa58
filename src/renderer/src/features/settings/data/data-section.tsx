import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useRouteMutation, useCachedMutation, useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { Rows } from '#renderer/components/fault-boundary.tsx';
import { useJobs, useOffers } from '#renderer/rpc/use-directory.ts';
import { Loaded, Group, Section, Notice } from '../parts/section.tsx';
import { BackupList } from './backups.tsx';
import { X } from 'lucide-react';
import { buttonStyles, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { Age, formatFull } from '#renderer/components/dates.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { ActionButton } from '#renderer/components/actions.tsx';
import { z } from 'zod';
import { backupChange } from '#shared/contract/archive.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { fieldsOf, SavedSwitch, SavedText, SavedSelect } from '#renderer/components/saved-fields.tsx';

/** Backups, restore and jobs; `/settings/data/make` opens the backup dialog. */
export function DataSection({ detail }: { readonly detail?: string | undefined }) {
  const { t } = useTranslation(['settings', 'common']);
  if (!useOffers('backups'))
    return (
      <Section title={t('sections.data')} lead={t('data.server')}>
        <JobList />
      </Section>
    );
  return <BackupSection asksForBackup={detail === 'make'} />;
}

function BackupSection({ asksForBackup }: { readonly asksForBackup: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const [, navigate] = useLocation();
  return (
    <Loaded of={useRouteQueryFor('owner', 'backups.list', {})}>
      {(data) => (
        <Section title={t('sections.data')} lead={t('data.lead')}>
          <JobList />
          <BackupList
            {...data}
            asksForBackup={asksForBackup}
            onAnswered={() => navigate('/settings/data', { replace: true })}
          />
          <ScheduleGroup {...data} />
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
      {job.file !== undefined && (
        <a href={job.file.url} download={job.file.name} className={buttonStyles()}>
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
      {every !== 'never' && <SavedSwitch {...of('withMedia')} label={t('data.scheduledMedia')} hint={undefined} />}
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
