import { useTranslation } from 'react-i18next';
import { ChevronUp, Circle, CircleCheck, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { createPersisted } from '#renderer/state/page-state.ts';
import { IconButton } from '#renderer/components/button.tsx';
import { cn } from '#renderer/components/class-names.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { useConnectionView, useChannels, useHours, useLetterboxes, useOperators } from '#renderer/rpc/use-directory.ts';
import { channelKinds, FIRST_KIND } from '#renderer/rpc/channel-kinds.ts';
import { useMay } from '#renderer/rpc/ask.ts';

const steps = ['website', 'colleague', 'hours'] as const;
type Step = (typeof steps)[number];

const useDismissedSteps = createPersisted<{ readonly putAway: readonly Step[] }>('next-steps', { putAway: [] });

/**
 * The steps after the first run. Each detects its completion; hidden once all are done or dismissed. `inLine`: as one
 * collapsible line below a list
 */
export function NextSteps({ inLine = false }: { readonly inLine?: boolean }) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(!inLine);
  const id = useId();
  const { putAway } = useDismissedSteps();
  const state = useSteps();
  if (state === undefined) return null;
  const remaining = steps.filter((step) => !putAway.includes(step));
  if (remaining.every((step) => state[step].isDone)) return null;
  return (
    <section
      aria-label={t('nextSteps.title')}
      className={
        inLine
          ? 'max-h-1/2 shrink-0 overflow-y-auto border-t px-4 panes:hidden'
          : 'row-start-3 w-full max-w-104 self-start rounded-card border bg-raised p-4'
      }
    >
      <h2 className={inLine ? 'text-ui font-medium' : 'text-message font-semibold'}>
        {inLine ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-mx-2 flex min-h-(--control) w-[calc(100%+16px)] items-center gap-2 rounded-control px-2 text-start hover:bg-hover"
          >
            <span className="min-w-0 flex-1">{t('nextSteps.title')}</span>
            <span className="font-normal text-ink-quiet">
              {t('nextSteps.left', { count: remaining.filter((step) => !state[step].isDone).length })}
            </span>
            <ChevronUp
              aria-hidden
              className={cn('size-4 text-ink-quiet transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        ) : (
          t('nextSteps.title')
        )}
      </h2>
      <ul id={id} hidden={!isOpen} className="mt-2 flex flex-col gap-1 [[hidden]]:hidden">
        {remaining.map((step) => {
          const { isDone, path } = state[step];
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={step} className="flex items-start gap-3 py-1.5">
              <Icon
                role="img"
                aria-label={isDone ? t('nextSteps.done') : t('nextSteps.toDo')}
                className={cn('mt-0.5 size-4 shrink-0', isDone ? 'text-good' : 'text-ink-quiet')}
              />
              <p className="min-w-0 flex-1 text-ui">
                {isDone ? (
                  <span className="text-ink-quiet">{t(`nextSteps.${step}.title`)}</span>
                ) : (
                  <>
                    <Link href={path} className="font-medium">
                      {t(`nextSteps.${step}.title`)}
                    </Link>
                    <span className="block text-ink-quiet">{t(`nextSteps.${step}.lead`)}</span>
                  </>
                )}
              </p>
              {!isDone && (
                <IconButton
                  size="sm"
                  label={t('nextSteps.putAway', { step: t(`nextSteps.${step}.title`) })}
                  icon={<X />}
                  onClick={() => useDismissedSteps.setState({ putAway: [...putAway, step] })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** State of each step and where to do it; undefined until known, and for operators other than the owner. */
function useSteps(): Record<Step, { readonly isDone: boolean; readonly path: string }> | undefined {
  const isOwner = useMay('owner') === true;
  const view = useConnectionView().data;
  const channels = useChannels().data;
  const operators = useOperators().data;
  const hours = useHours().data;
  const letterboxes = useLetterboxes();
  if (!isOwner || view === undefined || channels === undefined || operators === undefined || hours === undefined)
    return undefined;
  const [channel] = channels;
  const isReachable = ({ id, box }: Pick<Channel, 'id' | 'box'>): boolean =>
    box === undefined
      ? view.reach.state === 'reachable'
      : letterboxes?.find(({ channelId }) => channelId === id)?.state === 'open';
  const { tab, isAddressFirst } = channelKinds[channel?.kind ?? FIRST_KIND].connecting;
  const channelPath =
    channel === undefined ? '/settings/channels' : `/settings/channels/${encodeURIComponent(channel.id)}/${tab}`;
  return {
    website: {
      isDone: channels.some(
        (candidate) =>
          isReachable(candidate) && channelKinds[candidate.kind].isConnected(candidate) && !candidate.paused,
      ),
      path: isAddressFirst && view.settings.way === 'local' ? '/settings/connection' : channelPath,
    },
    colleague: { isDone: operators.length > 1, path: '/settings/operators' },
    hours: {
      isDone: !hours.settings.hours.always || channels.some((candidate) => (candidate.hours ?? null) !== null),
      path: '/settings/hours',
    },
  };
}
