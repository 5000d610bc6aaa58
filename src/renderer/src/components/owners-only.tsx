import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { listParts } from './amounts.ts';
import { buttonStyles } from './button.tsx';
import { EmptyState } from './lists.tsx';

/** Above this, only the number of the others is given. */
const MAX_NAMED = 3;

interface OwnersProps {
  /** names; empty until known */
  readonly owners: readonly string[];
}

/** In place of what only owners may open: who they are, and a way back. */
export function OwnersOnly({ owners }: OwnersProps) {
  const { t } = useTranslation('team');
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={t('only')}
      className="my-6"
      action={
        <Link href="/" className={buttonStyles()}>
          {t('back')}
        </Link>
      }
    >
      <AskOwners owners={owners} />
    </EmptyState>
  );
}

/** "Ask Ann or Bob." */
export function AskOwners({ owners }: OwnersProps) {
  const { t } = useTranslation('team');
  if (owners.length === 0) return null;
  const named = owners.slice(0, MAX_NAMED);
  const others = owners.length - named.length;
  const items = others === 0 ? named : [...named, t('others', { count: others })];
  const [before = '', after = ''] = t('ask', { names: '\n' }).split('\n');
  return (
    <>
      {before}
      {listParts(items.length, 'disjunction').map((part, index) =>
        typeof part === 'string' ? part : <bdi key={index}>{items[part]}</bdi>,
      )}
      {after}
    </>
  );
}
