import { useTranslation } from 'react-i18next';
import { ListChecks } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { useAsk } from '#renderer/rpc/ask.ts';
import { BackLink, FieldsSkeleton, NotLoaded, Section } from '../parts/section.tsx';
import { CheckedAt, summaryWords, FindingList, type Findings, useFindings, type WordedFinding } from './findings.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { fullWords } from '#renderer/components/dates.ts';
import { asSentence } from './reach.tsx';

interface CheckReport {
  /** milliseconds since 1970 */
  readonly at: number;
  readonly version: string;
  readonly findings: readonly WordedFinding[];
}

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
  const setup = useAsk('setup.get', {});
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

/** The findings as plain text, to paste into a mail or an issue. */
export function checkReport({ at, version, findings }: CheckReport): string {
  const lines = findings.map(({ state, title, detail, todo }) =>
    [
      `[${i18n.t(`connection:check.states.${state}`)}] ${title}: ${detail}`,
      ...(todo === undefined ? [] : [`    ${i18n.t('connection:check.toDo')} ${asSentence(todo)}`]),
    ].join('\n'),
  );
  return [`Counterbell ${version}, checked ${fullWords(at)}`, '', ...lines, ''].join('\n');
}
