import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { useEffect } from 'react';
import type { ConnectionView, Way } from '#shared/contract/connection.ts';
import type { TunnelKind } from '#shared/contract/tunnels.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { Button } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { useNow } from '#renderer/components/time.tsx';
import { useWayInChanges } from '#renderer/rpc/use-connection.ts';
import { Notice } from '../parts/section.tsx';
import { ReachIcon, reachTones, toSentence, chipText } from './reach.tsx';

interface UseWayProps {
  readonly view: ConnectionView;
  readonly way: Way;
  /** of a tunnel: its kind */
  readonly kind?: TunnelKind;
  /** its name within a sentence */
  readonly name: string;
}

/** The button that activates a way in; for the active one, its state. */
export function UseWay({ view, way, kind, name }: UseWayProps) {
  const { t } = useTranslation('connection');
  const { change } = useWayInChanges();
  const { reset } = change;
  // What was missing may exist now.
  useEffect(() => reset(), [view.settings, view.secrets, reset]);
  const isInUse = isWayInUse(view, way, kind);
  const use = () => change.mutate({ way, ...(kind !== undefined && { tunnel: { kind } }) });
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
      <span className={cn('[&_svg]:size-4', reachTones[reach.state])}>
        <ReachIcon state={reach.state} />
      </span>
      <span>
        {t('inUse')} <span className="font-normal text-ink-quiet">· {state}</span>
      </span>
    </p>
  );
}

/** What an answer reports as missing. */
function problemsIn(error: unknown): readonly string[] {
  if (!(error instanceof ContractError)) return [i18n.t('settings:notAnswering')];
  return error.issues === undefined || error.issues.length === 0
    ? [toSentence(error.message)]
    : error.issues.map(({ message = '' }) => toSentence(message));
}

/** Whether customers currently come in this way. */
export function isWayInUse({ settings }: Pick<ConnectionView, 'settings'>, way: Way, kind?: TunnelKind): boolean {
  return settings.way === way && (kind === undefined || settings.tunnel.kind === kind);
}

/** Facts about a choice, on their own background. */
export const CHOICE_FACTS =
  'rounded-control bg-sunken px-3.5 py-3 [&_dd]:text-ink-quiet [&_dt]:font-medium [&_dt]:text-ink';
