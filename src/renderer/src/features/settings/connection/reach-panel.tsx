import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import type { ConnectionSettings, ConnectionView, Way } from '#shared/contract/connection.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { formatSince, useNow } from '#renderer/components/dates.tsx';
import { useConnectionChanges } from '#renderer/rpc/use-directory.ts';
import { CheckedAt } from './checks.tsx';
import { problemTexts, toSentence, reachMeaning, tunnelText } from './reach.ts';
import {
  chipText,
  type ReachLook,
  reachLooks,
  reachTitle,
  useIsWebsiteOpen,
  useWebsites,
  websiteLooks,
} from './reach-chip.tsx';
import { CopiedLine } from '../parts/snippet.tsx';
import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Spinner } from '#renderer/components/progress.tsx';
import type { ThroughWebsite } from '#shared/contract/reach.ts';
import type { TunnelKind } from '#shared/contract/tunnels.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { Notice } from '../parts/section.tsx';
import { failureText } from '#renderer/components/toaster.tsx';

/** Shows whether customers get through, at which address, and what prevents it. */
export function ReachPanel({ view }: { readonly view: ConnectionView }) {
  const { t } = useTranslation(['connection', 'app']);
  const { reach, settings, tunnel } = view;
  const tunnelState = useNow((now) => tunnelText(tunnel, now) ?? '');
  const websites = useWebsites(reach);
  const isWebsiteOpen = useIsWebsiteOpen();
  if (websites !== null && websites !== undefined && reach.state === 'local') return <WebsitesPanel {...websites} />;
  return (
    <section aria-label={t('reach.panel')} className="flex flex-col gap-3 rounded-card border bg-raised p-4">
      <State
        look={reachLooks[reach.state]}
        title={reachTitle(reach, settings.way)}
        since={reach.state === 'reachable' || reach.state === 'unreachable' ? reach.since : undefined}
      >
        <p className="text-ui text-ink-quiet">{reachMeaning(reach, settings.way)}</p>
        {websites != null && (
          <p className="text-ui text-attention">{t(`app:reach.website.title.${websites.through}`)}</p>
        )}
        {isWebsiteOpen && <p className="text-ui">{t('app:reach.website.too')}</p>}
        {settings.way === 'tunnel' && tunnelState !== '' && <p className="tabular text-ui">{tunnelState}</p>}
      </State>
      {problemTexts(view).map(({ what, todo }) => (
        <div
          key={what}
          className="flex flex-col gap-0.5 rounded-control bg-urgent-tint px-3 py-2.5 text-ui text-urgent"
        >
          <p className="font-semibold break-words">{toSentence(what)}</p>
          <p className="break-words">{toSentence(todo)}</p>
        </div>
      ))}
      <div className="flex flex-col gap-1.5">
        <p className="text-ui font-medium">{addressText(settings.way)}</p>
        <CopiedLine text={reach.url} copyLabel={t('reach.copyAddress')} />
      </div>
      {reach.state !== 'local' && (
        <p className="text-ui text-ink-quiet">
          {reach.checkedAt === undefined ? t('reach.notChecked') : <CheckedAt at={reach.checkedAt} />}
        </p>
      )}
    </section>
  );
}

/** The same where customers write through a website, and nowhere else. */
function WebsitesPanel({ through, since }: { readonly through: ThroughWebsite; readonly since: number }) {
  const { t } = useTranslation(['connection', 'app']);
  return (
    <section aria-label={t('reach.panel')} className="rounded-card border bg-raised p-4">
      <State
        look={websiteLooks[through]}
        title={t(`app:reach.website.title.${through}`)}
        since={through === 'starting' ? undefined : since}
      >
        <p className="text-ui text-ink-quiet">{t(`reach.websiteMeaning.${through}`)}</p>
      </State>
    </section>
  );
}

interface StateProps {
  readonly look: ReachLook;
  readonly title: string;
  readonly since: number | undefined;
  /** what it means */
  readonly children: ReactNode;
}

function State({ look, title, since, children }: StateProps) {
  const { t } = useTranslation('connection');
  const time = useNow((now) => (since === undefined ? '' : formatSince(since, now)));
  return (
    <div className="flex gap-3">
      <StateIcon look={look} className="mt-px shrink-0 [&_svg]:size-5" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span role="status" className={cn('text-message font-semibold', look.ink)}>
            {title}
          </span>
          {since !== undefined && <time className="text-ui text-ink-quiet">{t('reach.since', { time })}</time>}
        </p>
        {children}
      </div>
    </div>
  );
}

function StateIcon({ look: { Icon, ink }, className }: { readonly look: ReachLook; readonly className: string }) {
  return <span className={cn(className, ink)}>{Icon === LoaderCircle ? <Spinner /> : <Icon aria-hidden />}</span>;
}

function addressText(way: Way): string {
  if (way === 'local') return i18n.t('connection:reach.localAddress');
  return way === 'lan' ? i18n.t('connection:reach.networkAddress') : i18n.t('connection:reach.publicAddress');
}

interface UseWayProps {
  readonly view: ConnectionView;
  readonly way: Way;
  /** of a tunnel: its kind, and of Cloudflare's how it is used */
  readonly tunnel?: {
    readonly kind: TunnelKind;
    readonly cloudflare?: Pick<ConnectionSettings['tunnel']['cloudflare'], 'mode'>;
  };
  /** its name within a sentence */
  readonly name: string;
}

/** The button that activates a connection method; for the active one, its state. */
export function UseWay({ view, way, tunnel, name }: UseWayProps) {
  const { t } = useTranslation('connection');
  const { change } = useConnectionChanges();
  const { reset } = change;
  // What was missing may exist now.
  useEffect(() => reset(), [view.settings, view.secrets, reset]);
  const mode = tunnel?.cloudflare?.mode ?? view.settings.tunnel.cloudflare.mode;
  const isInUse = isMethodInUse(view, way, tunnel?.kind) && mode === view.settings.tunnel.cloudflare.mode;
  const use = () => change.mutate({ way, ...(tunnel !== undefined && { tunnel }) });
  if (isInUse) return <InUse view={view} />;
  return (
    <div className="flex flex-col gap-3">
      {change.isError && (
        <Notice tone="urgent" title={t('notUsed')}>
          {problemsIn(change.error).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      <Button variant="primary" className="self-start" pending={change.isPending} onClick={use}>
        {t('use', { way: name })}
      </Button>
    </div>
  );
}

function InUse({ view: { reach } }: Pick<UseWayProps, 'view'>) {
  const { t } = useTranslation('connection');
  const state = useNow((now) => chipText(reach, now));
  return (
    <p role="status" className="flex items-center gap-2 text-ui font-medium">
      <StateIcon look={reachLooks[reach.state]} className="[&_svg]:size-4" />
      <span>
        {t('inUse')} <span className="font-normal text-ink-quiet">· {state}</span>
      </span>
    </p>
  );
}

function problemsIn(error: unknown): readonly string[] {
  const issues = error instanceof ContractError ? (error.issues ?? []) : [];
  return issues.length === 0 ? [toSentence(failureText(error))] : issues.map(({ message = '' }) => toSentence(message));
}

export function isMethodInUse({ settings }: Pick<ConnectionView, 'settings'>, way: Way, kind?: TunnelKind): boolean {
  return settings.way === way && (kind === undefined || settings.tunnel.kind === kind);
}

export const CHOICE_FACTS =
  'rounded-control bg-sunken px-3.5 py-3 [&_dd]:text-ink-quiet [&_dt]:font-medium [&_dt]:text-ink';
