import { X } from 'lucide-react';
import { Button, buttonLook, IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { jobTitle, jobWords } from '#renderer/components/job-words.ts';
import { ProgressBar } from '#renderer/components/progress-bar.tsx';
import { Age } from '#renderer/components/time.tsx';
import { inWords } from '#renderer/language/engine-words.ts';
import { useBulkChanges } from '#renderer/rpc/use-bulk.ts';
import { useJobChanges, useJobs } from '#renderer/rpc/use-jobs.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { Group } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { dataWords as words } from './data-words.ts';

/** Long work that runs, and what became of the latest; nothing where there is none. */
export function JobList() {
  const jobs = useJobs().data ?? [];
  if (jobs.length === 0) return null;
  return (
    <Group title={words.underWay}>
      <ul aria-label={words.underWay} className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
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
  const { cancel } = useJobChanges();
  return (
    <>
      <div className="flex min-h-(--control) items-center gap-3 text-ui">
        <p className="min-w-0 flex-1">
          <span className="font-medium">{jobTitle(job)}</span>
          <span className="block text-ink-quiet">
            {jobWords.step(job.step)}
            {job.part !== undefined && <span className="tabular"> {jobWords.percent(job.part)}</span>}
          </span>
        </p>
        {job.cancellable && (
          <Button
            pending={cancel.isPending}
            onClick={() => cancel.mutate(job.id, { onError: (error) => tellTrouble(jobWords.notCancelled, error) })}
          >
            {jobWords.cancel}
          </Button>
        )}
      </div>
      <ProgressBar label={jobWords.progress} part={job.part} />
    </>
  );
}

function Ended({ job }: { readonly job: Job }) {
  const { dismiss } = useJobChanges();
  const { reopen } = useBulkChanges();
  return (
    <div className="flex min-h-(--control) items-center gap-3 text-ui">
      <p className="min-w-0 flex-1" role="status">
        <span className={cn('font-medium', job.state === 'failed' && 'text-urgent')}>{jobTitle(job)}</span>
        {job.problem !== undefined && <span className="block text-ink-quiet break-words">{inWords(job.problem)}</span>}
      </p>
      {job.endedAt !== undefined && <Age at={job.endedAt} className="text-ink-quiet" />}
      {job.undoable === true && (
        <Button
          pending={reopen.isPending}
          onClick={() =>
            reopen.mutate(job.id, {
              onSuccess: () => dismiss.mutate(job.id),
              onError: (error) => tellTrouble(words.bulkNotBegun, error),
            })
          }
        >
          {words.bulkReopen}
        </Button>
      )}
      {job.file !== undefined && (
        <a href={job.file.url} download={job.file.name} className={cn(buttonLook({}), 'no-underline')}>
          {jobWords.download}
        </a>
      )}
      <IconButton label={jobWords.dismiss} icon={<X />} onClick={() => dismiss.mutate(job.id)} />
    </div>
  );
}
