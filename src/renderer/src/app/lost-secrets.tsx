import { useTranslation } from 'react-i18next';
import { listWords } from '#renderer/components/amounts.ts';
import { Link } from 'wouter';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { NoticeLine } from './notice-line.tsx';

/** Of more, their number is said instead. */
const MOST_NAMED = 3;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Says which channels and bots, and that the tunnel, wait for a secret that could not be read, until each has one again. */
export function LostSecrets() {
  const { t } = useTranslation('app');
  const channels = useChannels().data?.filter(({ secretLost }) => secretLost === true) ?? [];
  const bots = useBots().data?.filter(({ state, enabled }) => state === 'token_lost' && enabled) ?? [];
  const lostOfTunnel = useWayIn().data?.lostSecrets ?? [];
  return (
    <>
      {lostOfTunnel.length > 0 && (
        <NoticeLine title={t('lostSecret.tunnel')}>
          {t('lostSecret.tunnelMore')} <Leading href="/settings/connection">{t('lostSecret.toTunnel')}</Leading>
        </NoticeLine>
      )}
      {channels.length > 0 && (
        <NoticeLine
          title={t(channels.length > MOST_NAMED ? 'lostSecret.manyChannels' : 'lostSecret.channels', {
            count: channels.length,
            names: listWords(channels.map((each) => each.name)),
          })}
        >
          {t('lostSecret.channelsMore', { count: channels.length })}{' '}
          <Leading href={placeOf('channels', channels)}>
            {t('lostSecret.toChannels', { count: channels.length })}
          </Leading>
        </NoticeLine>
      )}
      {bots.length > 0 && (
        <NoticeLine
          title={t(bots.length > MOST_NAMED ? 'lostSecret.manyBots' : 'lostSecret.bots', {
            count: bots.length,
            names: listWords(bots.map((each) => each.name)),
          })}
        >
          {t('lostSecret.botsMore', { count: bots.length })}{' '}
          <Leading href={placeOf('bots', bots)}>{t('lostSecret.toBots', { count: bots.length })}</Leading>
        </NoticeLine>
      )}
    </>
  );
}

function Leading({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link href={href} className="font-medium whitespace-nowrap text-attention underline">
      {children}
    </Link>
  );
}

/** The page of the one, or the list of all. */
function placeOf(section: 'channels' | 'bots', all: readonly Named[]): string {
  const [first, ...others] = all;
  return first === undefined || others.length > 0
    ? `/settings/${section}`
    : `/settings/${section}/${encodeURIComponent(first.id)}`;
}
