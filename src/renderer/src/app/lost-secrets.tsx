import { Link } from 'wouter';
import { useBots } from '#renderer/rpc/use-bots.ts';
import { useChannels } from '#renderer/rpc/use-channels.ts';
import { useWayIn } from '#renderer/rpc/use-connection.ts';
import { NoticeLine } from './notice-line.tsx';
import { lostSecretWords } from './words.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Says which channels and bots, and that the tunnel, wait for a secret that could not be read, until each has one again. */
export function LostSecrets() {
  const channels = useChannels().data?.filter(({ secretLost }) => secretLost === true) ?? [];
  const bots = useBots().data?.filter(({ state, enabled }) => state === 'token_lost' && enabled) ?? [];
  const lostOfTunnel = useWayIn().data?.lostSecrets ?? [];
  return (
    <>
      {lostOfTunnel.length > 0 && (
        <NoticeLine title={lostSecretWords.tunnel}>
          {lostSecretWords.tunnelMore} <Leading href="/settings/connection">{lostSecretWords.toTunnel}</Leading>
        </NoticeLine>
      )}
      {channels.length > 0 && (
        <NoticeLine title={lostSecretWords.channels(channels.map(({ name }) => name))}>
          {lostSecretWords.channelsMore(channels.length)}{' '}
          <Leading href={placeOf('channels', channels)}>{lostSecretWords.toChannels(channels.length)}</Leading>
        </NoticeLine>
      )}
      {bots.length > 0 && (
        <NoticeLine title={lostSecretWords.bots(bots.map(({ name }) => name))}>
          {lostSecretWords.botsMore(bots.length)}{' '}
          <Leading href={placeOf('bots', bots)}>{lostSecretWords.toBots(bots.length)}</Leading>
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
