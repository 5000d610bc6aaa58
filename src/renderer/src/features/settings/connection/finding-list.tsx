import { useTranslation } from 'react-i18next';
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { cn } from '#renderer/components/class-names.ts';
import { Spinner } from '#renderer/components/spinner.tsx';
import { placeWords } from './check-text.ts';
import { asSentence } from './reach-text.ts';
import type { WordedFinding } from './desktop-findings.ts';

const looks = {
  passed: { Icon: CircleCheck, tone: 'text-good' },
  warning: { Icon: TriangleAlert, tone: 'text-attention' },
  failed: { Icon: CircleX, tone: 'text-urgent' },
  skipped: { Icon: CircleMinus, tone: 'text-ink-quiet' },
} as const;

interface FindingListProps {
  readonly findings: readonly WordedFinding[];
  readonly running: boolean;
  /** nothing about lines where all is well, and no links */
  readonly brief?: boolean;
}

/** The lines of the check, as far as it has come. */
export function FindingList({ findings, running, brief = false }: FindingListProps) {
  const { t } = useTranslation('connection');
  return (
    <ul
      aria-label={t('check.list')}
      aria-busy={running}
      className={cn('flex flex-col', brief ? 'gap-2.5' : 'divide-y divide-hairline rounded-card border bg-raised')}
    >
      {findings.map((finding) => (
        <FindingRow key={finding.id} finding={finding} brief={brief} />
      ))}
      {running && (
        <li className={cn('flex items-center gap-3 text-ui text-ink-quiet', !brief && 'px-4 py-3')}>
          <Spinner />
          {t('check.checking')}
        </li>
      )}
    </ul>
  );
}

function FindingRow({
  finding: { state, title, detail, todo, place },
  brief,
}: {
  readonly finding: WordedFinding;
  readonly brief: boolean;
}) {
  const { t } = useTranslation('connection');
  const { Icon, tone } = looks[state];
  const isFine = state === 'passed' || state === 'skipped';
  const link = place === undefined ? undefined : placeWords(place);
  return (
    <li className={cn('flex gap-3', !brief && 'px-4 py-3')}>
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
        {(!brief || !isFine) && <p className="break-words text-ink-quiet">{asSentence(detail)}</p>}
        {todo !== undefined && (
          <p className="break-words">
            <span className="font-medium">{t('check.toDo')}</span> {asSentence(todo)}
          </p>
        )}
        {!brief && place !== undefined && link !== undefined && (
          <Link href={place} className="w-fit">
            {link}
          </Link>
        )}
      </div>
    </li>
  );
}
