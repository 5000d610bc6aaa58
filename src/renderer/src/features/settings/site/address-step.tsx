import { Cloud, Globe, Timer, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CardList } from '#renderer/components/card-list.tsx';
import { Chip } from '#renderer/components/chip.tsx';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { AddressReach, MovedPort } from '../connection/reach-notices.tsx';
import { LinkRow, Notice } from '../parts/section.tsx';
import { changesAtEachStart } from './guide-progress.ts';

/** Ways in for a website, those whose address lasts first. */
const ways: readonly {
  readonly id: 'own' | 'named' | 'server' | 'quick';
  readonly way: string;
  readonly icon: ReactNode;
}[] = [
  { id: 'own', way: 'own', icon: <Globe /> },
  { id: 'named', way: 'tunnel', icon: <Cloud /> },
  { id: 'server', way: 'tunnel', icon: <Waypoints /> },
  { id: 'quick', way: 'tunnel', icon: <Timer /> },
];

/** Whether visitors' browsers reach this computer, and if not, what to choose. */
export function AddressStep() {
  const { t } = useTranslation('website');
  const view = useWayIn().data;
  if (view === undefined) return null;
  const { reach, settings } = view;
  const isReached = reach.state === 'reachable';
  const isTrial = isReached && changesAtEachStart(settings);
  return (
    <>
      <MovedPort />
      {isReached && settings.way !== 'lan' && (
        <p className="text-ui">
          {t('address.reached')} <code className="font-mono text-meta break-all">{reach.url}</code>
        </p>
      )}
      {isTrial ? (
        <Notice tone="attention" title={t('address.changes')}>
          <p>{t('address.changesMore')}</p>
        </Notice>
      ) : (
        <AddressReach />
      )}
      {(!isReached || isTrial || settings.way === 'lan') && (
        <div className="flex flex-col gap-2">
          <p className="text-ui font-medium">{t('address.choose')}</p>
          <CardList label={t('address.choose')} items={ways}>
            {({ id, way, icon }) => (
              <LinkRow
                href={`/settings/connection/${way}`}
                icon={
                  <span aria-hidden className="text-ink-quiet [&_svg]:size-5">
                    {icon}
                  </span>
                }
                title={<span className="text-wrap">{t(`address.ways.${id}.title`)}</span>}
                more={<span className="text-wrap">{t(`address.ways.${id}.means`)}</span>}
              >
                <Chip tone={id === 'quick' ? 'attention' : 'good'}>
                  {id === 'quick' ? t('address.forTrying') : t('address.lasts')}
                </Chip>
              </LinkRow>
            )}
          </CardList>
          <p className="text-ui text-ink-quiet">
            {t('address.back')}{' '}
            <Link href="/settings/connection" className="underline">
              {t('address.all')}
            </Link>
          </p>
        </div>
      )}
    </>
  );
}
