import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useEffect, useRef } from 'react';
import { cn } from '#renderer/components/class-names.ts';
import { Spinner } from '#renderer/components/progress.tsx';
import type { Finding } from '#shared/contract/connection.ts';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { useNow, formatFull } from '#renderer/components/dates.tsx';
import { formatPhrase } from '#renderer/language/phrases.ts';
import { useCachedMutation, useRouteQueryFor, useRouteQuery } from '#renderer/rpc/ask.ts';
import { useDesktopStatus } from '#renderer/rpc/use-desktop.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { DesktopStatus } from '#shared/contract/desktop.ts';
import { Button } from '#renderer/components/button.tsx';
import { CopyButton } from '#renderer/components/copy-button.tsx';
import { toSentence, reachedText, type Reached, useReached } from './reach.tsx';
import { ageText } from '../computer/status-text.ts';
import { Loaded, Section } from '../parts/section.tsx';

const looks = {
  passed: { Icon: CircleCheck, tone: 'text-good' },
  warning: { Icon: TriangleAlert, tone: 'text-attention' },
  failed: { Icon: CircleX, tone: 'text-urgent' },
  skipped: { Icon: CircleMinus, tone: 'text-ink-quiet' },
} as const;

function FindingRow({ finding: { state, title, detail, todo, place } }: { readonly finding: LocalizedFinding }) {
  const { t } = useTranslation('connection');
  const { Icon, tone } = looks[state];
  const isFine = state === 'passed' || state === 'skipped';
  const link = place === undefined ? undefined : placeLabel(place);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon role="img" aria-label={t(`check.states.${state}`)} className={cn('mt-px size-4 shrink-0', tone)} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-ui">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {title}
          {!isFine && (
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
        {place !== undefined && link !== undefined && (
          <Link href={place} className="w-fit">
            {link}
          </Link>
        )}
      </div>
    </li>
  );
}

/** The check as a step of the first run: it starts automatically, and the layout does not move while it runs. */
export function FirstCheck() {
  const { t } = useTranslation('connection');
  const { running, findings, at } = useFindings();
  const reached = useReached();
  const isDone = at !== undefined && !running;
  const state = findings.some((finding) => finding.state === 'failed') ? 'failed' : 'passed';
  const { Icon, tone } = looks[state];
  return (
    <div role="status" className="flex min-h-26 gap-3 rounded-card border bg-raised p-3.5 text-ui">
      {isDone ? <Icon aria-hidden className={cn('mt-px size-4 shrink-0', tone)} /> : <Spinner />}
      <p className="min-w-0 flex-1">
        {isDone ? (state === 'failed' ? summaryText(findings, reached) : reachedText(reached)) : t('check.checking')}
        <span className="block text-ink-quiet">
          {t(isDone ? (state === 'failed' ? 'check.firstRunFix' : 'check.firstRunWhen') : 'check.firstRunMeanwhile')}
        </span>
      </p>
    </div>
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

/** The engine's findings, plus the desktop app's about its computer; starts one check on mount. */
function useFindings() {
  const { t } = useTranslation('connection');
  const check = useRouteQueryFor('owner', 'doctor.latest', {});
  const run = useCachedMutation('doctor.run', 'doctor.latest', { after: (done) => ({ running: false, ...done }) });
  const desktop = useDesktopStatus().data;
  const isPaused = useNow((now) => (desktop?.preferences.pausedUntil ?? 0) > now);
  const running = run.isPending || check.data?.running === true;
  const found = (check.data?.findings ?? []).map(localizeFinding);
  // The desktop's findings are there at once, but come last, once the engine's lines are complete.
  const more = desktop === undefined || running || found.length === 0 ? [] : desktopFindings(desktop, { isPaused });
  const begin = (): void => run.mutate(undefined, { onError: (error) => notifyFailure(t('check.runFailed'), error) });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || check.data === undefined) return;
    begun.current = true;
    if (!check.data.running) begin();
  });
  return {
    check,
    running: running || !begun.current,
    /** when the latest complete check ended */
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

/** What only the desktop app knows about its computer. */
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
    place: about === 'login' ? '/settings/computer' : '/settings/notifications',
  };
}

/** The result: the effect on customers first, then the number of things to do. */
export function summaryText(findings: readonly Pick<Finding, 'state'>[], reached: Reached): string {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  const counted = (): string => {
    if (failed === 0) return i18n.t('connection:check.summary.look', { count: warnings });
    return warnings === 0
      ? i18n.t('connection:check.summary.wrong', { count: failed })
      : i18n.t('connection:check.summary.both', { count: failed, look: warnings });
  };
  return [reachedText(reached), ...(failed + warnings === 0 ? [] : [counted()])].join(' ');
}

const PLACES = [
  ['/settings/channels/', 'channel'],
  ['/settings/channels', 'channels'],
  ['/settings/bots/', 'bot'],
  ['/settings/bots', 'bots'],
  ['/settings/connection', 'connection'],
  ['/settings/operators', 'team'],
  ['/settings/computer', 'computer'],
  ['/settings/notifications', 'notifications'],
  ['/settings/profile', 'profile'],
  ['/settings/activity', 'activity'],
] as const;

/** Text of a link to a place in the console; undefined for any other. */
export function placeLabel(place: string): string | undefined {
  const found = PLACES.find(([prefix]) => place.startsWith(prefix));
  return found && i18n.t(`connection:check.places.${found[1]}`);
}

/** "Checked 3 min ago"; full time on hover. */
export function CheckedAt({ at }: { readonly at: number }) {
  const { t } = useTranslation('connection');
  const words = useNow((now) => ageText(at, now));
  return <span title={formatFull(at)}>{`${t('reach.checked')} ${words}`}</span>;
}

/** The check: one line for each thing between a customer and the operator, with one action. */
export function CheckPage() {
  const { t } = useTranslation('connection');
  const { check, findings, running, at, run } = useFindings();
  const setup = useRouteQuery('setup.get', {});
  const reached = useReached();
  const again = (
    <Button variant="primary" pending={running} onClick={run}>
      {t('check.runAgain')}
    </Button>
  );
  const found = () => (
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
              text={checkReport(at, setup.data?.version ?? '', findings)}
              label={t('check.copy')}
              caption={t('check.copy')}
            />
          </>
        )}
      </div>
      <ul
        aria-label={t('check.list')}
        aria-busy={running}
        className="flex flex-col divide-y divide-hairline rounded-card border bg-raised"
      >
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
        {running && (
          <li className="flex items-center gap-3 px-4 py-3 text-ui text-ink-quiet">
            <Spinner />
            {t('check.checking')}
          </li>
        )}
      </ul>
    </>
  );
  return (
    <Section title={t('check.title')} lead={t('check.lead')} action={check.data && again}>
      <Loaded of={check}>{found}</Loaded>
    </Section>
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
