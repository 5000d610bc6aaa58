import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleX, House, LoaderCircle } from 'lucide-react';
import { Link } from 'wouter';
import type { Reach } from '#shared/contract/connection.ts';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { useTicking } from '#renderer/components/time.tsx';
import { Tooltip } from '#renderer/components/tooltip.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { chipWords, reachTitle } from './reach-text.ts';

const looks = {
  local: { Icon: House, tone: 'neutral' },
  checking: { Icon: LoaderCircle, tone: 'neutral' },
  reachable: { Icon: CircleCheck, tone: 'good' },
  unreachable: { Icon: CircleX, tone: 'urgent' },
} as const satisfies Record<Reach['state'], { readonly Icon: typeof House; readonly tone: ChipTone }>;

/** Whether customers get through, in a word; leads to the settings about it. */
export function ReachChip() {
  const { t } = useTranslation('connection');
  const view = useWayIn().data;
  const words = useTicking((now) => (view === undefined ? '' : chipWords(view.reach, now)));
  if (view === undefined) return null;
  const { Icon, tone } = looks[view.reach.state];
  const title = reachTitle(view.reach, view.settings.way);
  return (
    <Tooltip text={title} side="bottom">
      <Link
        href="/settings/connection"
        aria-label={`${words}: ${title}. ${t('reach.openConnection')}`}
        className="rounded-full no-underline transition-opacity hover:opacity-80"
      >
        <Chip tone={tone} icon={<Icon aria-hidden />}>
          {words}
        </Chip>
      </Link>
    </Tooltip>
  );
}
