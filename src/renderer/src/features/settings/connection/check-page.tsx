import { useTranslation } from 'react-i18next';
import { ListChecks } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useSetup } from '#renderer/rpc/use-setup.ts';
import { BackLink } from '../back-link.tsx';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Section } from '../section.tsx';
import { CheckedAt } from './checked-at.tsx';
import { checkReport } from './check-report.ts';
import { summaryWords } from './check-words.ts';
import { FindingList } from './finding-list.tsx';
import { type Findings, useFindings } from './use-findings.ts';

/** The check: everything between a customer and the operator, a line each, with the one thing to do. */
export function CheckPage() {
  const { t } = useTranslation('connection');
  const check = useFindings();
  const hasSome = check.findings.length > 0 || check.running;
  const run = (
    <Button variant="primary" pending={check.running} onClick={check.run}>
      {hasSome ? t('check.runAgain') : t('check.run')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      <BackLink href="/settings/connection">{t('check.back')}</BackLink>
      <Section title={t('check.title')} lead={t('check.lead')} action={hasSome ? run : undefined}>
        {!check.isLoaded ? (
          check.isLost ? (
            <NotLoaded onRetry={check.reload} />
          ) : (
            <FieldsSkeleton />
          )
        ) : hasSome ? (
          <Found check={check} />
        ) : (
          <EmptyState icon={<ListChecks />} title={t('check.never')} action={run} className="my-10">
            {t('check.neverMore')}
          </EmptyState>
        )}
      </Section>
    </div>
  );
}

function Found({ check: { findings, running, at } }: { readonly check: Findings }) {
  const { t } = useTranslation('connection');
  const setup = useSetup();
  return (
    <>
      <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 text-message font-medium">
          {running ? t('check.checking') : summaryWords(findings)}
        </p>
        {!running && at !== undefined && (
          <>
            <p className="text-ui text-ink-quiet">
              <CheckedAt at={at} />
            </p>
            <CopyButton
              text={checkReport({ at, version: setup.data?.version ?? '', findings })}
              label={t('check.copy')}
              caption={t('check.copy')}
            />
          </>
        )}
      </div>
      <FindingList findings={findings} running={running} />
    </>
  );
}
