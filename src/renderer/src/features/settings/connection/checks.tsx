import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleMinus, CircleX, ListChecks, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import type { ConnectionView, Finding } from '#shared/contract/connection.ts';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { formatAgo, formatFull, useNow } from '#renderer/components/dates.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useCachedMutation, useRouteQueryFor, useRouteQuery } from '#renderer/rpc/ask.ts';
import { useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { More } from '#renderer/components/folding.tsx';
import { problemTexts, toSentence } from './reach.ts';
import { Group } from '../parts/section.tsx';

const looks = {
  passed: { Icon: CircleCheck, tone: 'text-good' },
  warning: { Icon: TriangleAlert, tone: 'text-attention' },
  failed: { Icon: CircleX, tone: 'text-urgent' },
  skipped: { Icon: CircleMinus, tone: 'text-ink-quiet' },
} as const;

function FindingRow({ finding: { state, title, detail, todo, path } }: { readonly finding: LocalizedFinding }) {
  const { t } = useTranslation('connection');
  const { Icon, tone } = looks[state];
  const link = path === undefined ? undefined : linkLabel(path);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon role="img" aria-label={t(`check.states.${state}`)} className={cn('mt-px size-4 shrink-0', tone)} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-ui">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {title}
          {isProblem(state) && (
            <span aria-hidden className={cn('text-meta font-medium', tone)}>
              {t(`check.states.${state}`)}
            </span>
          )}
        </p>
        <p className="break-words text-ink-quiet">{toSentence(detail)}</p>
        {todo !== undefined && (
          <p className="break-words">
            <span className="font-medium">{t('check.toDo')}</span> {toSentence(todo)}
          </p>
        )}
        {path !== undefined && link !== undefined && (
          <Link href={path} className="w-fit">
            {link}
          </Link>
        )}
      </div>
    </li>
  );
}

function localizeFinding({ title, detail, todo, ...finding }: Finding): LocalizedFinding {
  return {
    ...finding,
    title: formatPhrase(title),
    detail: formatPhrase(detail),
    ...(todo !== undefined && { todo: formatPhrase(todo) }),
  };
}

/** The engine's latest findings, plus the desktop app's about its computer. */
function useFindings() {
  const { t } = useTranslation('connection');
  const check = useRouteQueryFor('owner', 'checks.latest', {});
  const run = useCachedMutation('checks.run', 'checks.latest', { after: (done) => ({ running: false, ...done }) });
  const desktop = useDesktopStatus().data;
  const isPaused = useNow((now) => (desktop?.preferences.pausedUntil ?? 0) > now);
  const running = run.isPending || check.data?.running === true;
  const found = (check.data?.findings ?? []).map(localizeFinding);
  // The desktop's findings are there at once, but come last, once the engine's lines are complete.
  const more = desktop === undefined || running || found.length === 0 ? [] : desktopFindings(desktop, { isPaused });
  const begin = (): void => run.mutate(undefined, { onError: (error) => notifyFailure(t('check.runFailed'), error) });
  return {
    check,
    running,
    /** end of the latest complete check */
    at: check.data?.at,
    findings: [...found, ...more],
    run: begin,
  };
}

/** A finding in this window's language. */
export type LocalizedFinding = Omit<Finding, 'title' | 'detail' | 'todo'> & {
  readonly title: string;
  readonly detail: string;
  readonly todo?: string;
};

/** Findings that only the desktop app can make on its computer. */
export function desktopFindings(
  { preferences }: Pick<DesktopStatus, 'preferences'>,
  { isPaused }: { readonly isPaused: boolean },
): readonly LocalizedFinding[] {
  const { newChat, ownChat, askedForPerson, failedReply } = preferences.notifications;
  const silence = (): DesktopTrouble | undefined => {
    if (!newChat && !ownChat && !askedForPerson && !failedReply) return 'notifications.none';
    if (isPaused) return 'notifications.paused';
    return newChat ? undefined : 'notifications.noNewChat';
  };
  return [
    desktopFinding('notifications', silence()),
    desktopFinding('login', preferences.startAtLogin ? undefined : 'login.off'),
  ];
}

type DesktopTrouble = 'notifications.none' | 'notifications.paused' | 'notifications.noNewChat' | 'login.off';

function desktopFinding(about: 'notifications' | 'login', trouble: DesktopTrouble | undefined): LocalizedFinding {
  const finding = { id: `desktop.${about}`, title: i18n.t(`connection:desktopFindings.${about}.title`) };
  if (trouble === undefined)
    return { ...finding, state: 'passed', detail: i18n.t(`connection:desktopFindings.${about}.on`) };
  return {
    ...finding,
    state: 'warning',
    detail: i18n.t(`connection:desktopFindings.${trouble}`),
    todo: i18n.t(`connection:desktopFindings.${trouble}Todo`),
    path: about === 'login' ? '/settings/computer' : '/settings/notifications',
  };
}

/** The number of things to do. */
export function summaryText(findings: readonly Pick<Finding, 'state'>[]): string {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  if (failed > 0 && warnings > 0) return i18n.t('connection:check.summary.both', { count: failed, look: warnings });
  if (failed > 0) return i18n.t('connection:check.summary.wrong', { count: failed });
  if (warnings === 0) return i18n.t('connection:check.summary.none');
  return i18n.t('connection:check.summary.look', { count: warnings });
}

const PLACES = [
  ['/settings/channels/', 'channel'],
  ['/settings/channels', 'channels'],
  ['/settings/bots/', 'bot'],
  ['/settings/bots', 'bots'],
  ['/settings/operators', 'team'],
  ['/settings/computer', 'computer'],
  ['/settings/notifications', 'notifications'],
  ['/settings/profile', 'profile'],
  ['/settings/activity', 'activity'],
] as const;

/** Text of a link to a path in the console; undefined for any other. */
export function linkLabel(path: string): string | undefined {
  const found = PLACES.find(([prefix]) => path.startsWith(prefix));
  return found && i18n.t(`connection:check.links.${found[1]}`);
}

/** "Checked 3 min ago"; full time on hover. */
export function CheckedAt({ at }: { readonly at: number }) {
  const { t } = useTranslation('connection');
  const words = useNow((now) => formatAgo(at, now));
  return <span title={formatFull(at)}>{`${t('reach.checked')} ${words}`}</span>;
}

/** Everything between a customer and the operator: what is to be done about it, and below that what is in order. */
export function CheckEverything({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation('connection');
  const { check, findings, running, at, run } = useFindings();
  const version = useRouteQuery('setup.get', {}).data?.version ?? '';
  const shownAbove = new Set(problemTexts(view).map(({ what }) => what));
  const problems = findings.filter(({ state }) => isProblem(state));
  const toDo = problems.filter(({ detail }) => !shownAbove.has(detail));
  const others = findings.filter(({ state }) => !isProblem(state));
  return (
    <Group title={t('check.title')} lead={t('check.lead')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button pending={running} disabled={check.data === undefined} onClick={run}>
          <ListChecks aria-hidden className="size-4" />
          {t('check.run')}
        </Button>
        {!running && at !== undefined && (
          <>
            <CopyButton text={checkReport(at, version, findings)} label={t('check.copy')} caption={t('check.copy')} />
            <p className="ms-auto text-ui text-ink-quiet">
              <CheckedAt at={at} />
            </p>
          </>
        )}
      </div>
      <p role="status" className="text-ui font-medium empty:hidden">
        {running ? t('check.checking') : at !== undefined && summaryText(problems)}
      </p>
      {toDo.length > 0 && <Findings label={t('check.toDoList')} findings={toDo} isBusy={running} />}
      {others.length > 0 && (
        <More label={t('check.others', { count: others.length })}>
          <Findings label={t('check.othersList')} findings={others} isBusy={running} />
        </More>
      )}
    </Group>
  );
}

function isProblem(state: Finding['state']): boolean {
  return state === 'failed' || state === 'warning';
}

interface FindingsProps {
  readonly label: string;
  readonly findings: readonly LocalizedFinding[];
  readonly isBusy: boolean;
}

function Findings({ label, findings, isBusy }: FindingsProps) {
  return (
    <ul
      aria-label={label}
      aria-busy={isBusy}
      className="flex flex-col divide-y divide-hairline rounded-card border bg-raised"
    >
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} />
      ))}
    </ul>
  );
}

/** The findings as plain text, for a mail or an issue. */
export function checkReport(at: number, version: string, findings: readonly LocalizedFinding[]): string {
  const lines = findings.map(({ state, title, detail, todo }) =>
    [
      `[${i18n.t(`connection:check.states.${state}`)}] ${title}: ${detail}`,
      ...(todo === undefined ? [] : [`    ${i18n.t('connection:check.toDo')} ${toSentence(todo)}`]),
    ].join('\n'),
  );
  return [`Counterbell ${version}, checked ${formatFull(at)}`, '', ...lines, ''].join('\n');
}
