import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { buttonStyles } from '#renderer/components/button.tsx';
import { ProgressBar } from '#renderer/components/progress.tsx';
import { useRouteQueryFor } from '#renderer/rpc/ask.ts';
import { useJobs, useOffers } from '#renderer/rpc/use-directory.ts';
import { NoticeLine } from './notices.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';

/** Shows running jobs on every screen, and a failed scheduled backup. */
export function JobsLine() {
  const { t } = useTranslation();
  const running = useJobs().data?.find(({ state }) => state === 'running');
  const makesBackups = useOffers('backups');
  const problem = useRouteQueryFor('owner', 'backups.list', makesBackups ? {} : undefined).data?.settings.last?.problem;
  const link = (
    <Link href="/settings/data" className={buttonStyles({ size: 'sm' })}>
      {t('jobs.open')}
    </Link>
  );
  return (
    <>
      {problem !== undefined && (
        <NoticeLine title={t('jobs.scheduleFailed')}>
          {formatPhrase(problem)} {link}
        </NoticeLine>
      )}
      {running !== undefined && (
        <div className="flex min-h-10 shrink-0 items-center justify-center gap-3 border-b bg-sunken px-4 py-1 text-ui text-ink-quiet">
          <p className="min-w-0 truncate">
            {t(`jobs.${running.state}.${running.kind}`)} · {t(`jobs.steps.${running.step}`)}
          </p>
          <ProgressBar label={t('jobs.progress')} part={running.part} className="max-w-40" />
          {link}
        </div>
      )}
    </>
  );
}
