import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { Button, buttonLook, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { ProgressBar } from '#renderer/components/progress-bar.tsx';
import { Age } from '#renderer/components/time.tsx';
import { useAct } from '#renderer/rpc/use-act.ts';
import { useJobs } from '#renderer/rpc/use-jobs.ts';
import { phraseWords } from '#renderer/language/phrases.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { Group } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';

/** Long work that runs, and what became of the latest; nothing where there is none. */
export function JobList() {
  const { t } = useTranslation('settings');
  const jobs = useJobs().data ?? [];
  if (jobs.length === 0) return null;
  return (
    <Group title={t('data.underWay')}>
      <ul
        aria-label={t('data.underWay')}
        className="flex flex-col divide-y divide-hairline rounded-card border bg-raised"
      >
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-col gap-2 px-3.5 py-2.5">
            {job.state === 'running' ? <Running job={job} /> : <Ended job={job} />}
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Running({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const cancel = useAct('jobs.cancel');
  return (
    <>
      <div className="flex min-h-(--control) items-center gap-3 text-ui">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{t(`jobs.${job.state}.${job.kind}`)}</span>
          <span className="block text-ink-quiet">
            {t(`jobs.steps.${job.step}`)}
            {job.part !== undefined && (
              <span className="tabular"> {t('jobs.percent', { percent: Math.floor(job.part * 100) })}</span>
            )}
          </span>
        </p>
        {job.cancellable && (
          <Button
            pending={cancel.isPending}
            onClick={() =>
              cancel.mutate({ jobId: job.id }, { onError: (error) => tellTrouble(t('jobs.notCancelled'), error) })
            }
          >
            {t('jobs.cancel')}
          </Button>
        )}
      </div>
      <ProgressBar label={t('jobs.progress')} part={job.part} />
    </>
  );
}

function Ended({ job }: { readonly job: Job }) {
  const { t } = useTranslation(['settings', 'common']);
  const dismiss = useAct('jobs.dismiss');
  const reopen = useAct('bulk.reopen');
  return (
    <div className="flex min-h-(--control) items-center gap-3 text-ui">
      <p className="min-w-0 flex-1" role="status">
        <span className={cn('font-medium', job.state === 'failed' && 'text-urgent')}>
          {t(`common:jobs.${job.state}.${job.kind}`)}
        </span>
        {job.problem !== undefined && (
          <span className="block text-ink-quiet break-words">{phraseWords(job.problem)}</span>
        )}
      </p>
      {job.endedAt !== undefined && <Age at={job.endedAt} className="text-ink-quiet" />}
      {job.undoable === true && (
        <Button
          pending={reopen.isPending}
          onClick={() =>
            reopen.mutate(
              { jobId: job.id },
              {
                onSuccess: () => dismiss.mutate({ jobId: job.id }),
                onError: (error) => tellTrouble(t('data.bulkNotBegun'), error),
              },
            )
          }
        >
          {t('data.bulkReopen')}
        </Button>
      )}
      {job.file !== undefined && (
        <a href={job.file.url} download={job.file.name} className={cn(buttonLook({}), 'no-underline')}>
          {t('common:jobs.download')}
        </a>
      )}
      <IconButton label={t('common:jobs.dismiss')} icon={<X />} onClick={() => dismiss.mutate({ jobId: job.id })} />
    </div>
  );
}
