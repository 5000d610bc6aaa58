import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { useRouteQuery } from '#renderer/rpc/ask.ts';
import { FieldsSkeleton, NotLoaded, Section } from '../parts/section.tsx';
import { CheckedAt, summaryText, FindingList, type Findings, useFindings, type LocalizedFinding } from './findings.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { formatFull } from '#renderer/components/dates.ts';
import { toSentence, useReached } from './reach.tsx';

interface CheckReport {
  /** milliseconds since the epoch */
  readonly at: number;
  readonly version: string;
  readonly findings: readonly LocalizedFinding[];
}

/** The check: one line for each thing between a customer and the operator, with one action. */
export function CheckPage() {
  const { t } = useTranslation('connection');
  const check = useFindings({ runsWhenOpened: true });
  const run = (
    <Button variant="primary" pending={check.running} onClick={check.run}>
      {t('check.runAgain')}
    </Button>
  );
  return (
    <Section title={t('check.title')} lead={t('check.lead')} action={check.isLoaded ? run : undefined}>
      {check.isLoaded ? (
        <Found check={check} />
      ) : check.isLost ? (
        <NotLoaded onRetry={check.reload} />
      ) : (
        <FieldsSkeleton />
      )}
    </Section>
  );
}

function Found({ check: { findings, running, at } }: { readonly check: Findings }) {
  const { t } = useTranslation('connection');
  const setup = useRouteQuery('setup.get', {});
  const reached = useReached();
  return (
    <>
      <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-52 text-message font-medium">
          {running ? t('check.checking') : summaryText(findings, reached)}
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

/** The findings as plain text, for a mail or an issue. */
export function checkReport({ at, version, findings }: CheckReport): string {
  const lines = findings.map(({ state, title, detail, todo }) =>
    [
      `[${i18n.t(`connection:check.states.${state}`)}] ${title}: ${detail}`,
      ...(todo === undefined ? [] : [`    ${i18n.t('connection:check.toDo')} ${toSentence(todo)}`]),
    ].join('\n'),
  );
  return [`Counterbell ${version}, checked ${formatFull(at)}`, '', ...lines, ''].join('\n');
}
