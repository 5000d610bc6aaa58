import { fieldsOf } from '#renderer/components/saved-fields.tsx';
import { useConnectionChanges } from '#renderer/rpc/use-directory.ts';
import { connectionSettings, type ConnectionView } from '#shared/contract/connection.ts';
import { tunnelSettings } from '#shared/contract/tunnels.ts';

const { own: ownRules, network: networkRules } = connectionSettings.shape;
const { cloudflare: cloudflareRules, ngrok: ngrokRules } = tunnelSettings.shape;

/** The settings of the connection methods, each saved by itself. */
export function useConnectionFields({ settings: { own, network, tunnel } }: Pick<ConnectionView, 'settings'>) {
  const { mutateAsync: change } = useConnectionChanges().change;
  return {
    own: fieldsOf(own, (part) => change({ own: part }), {
      texts: 'connection:own.',
      rules: ownRules.unwrap().shape,
      within: 'own.',
    }),
    network: fieldsOf(network, (part) => change({ network: part }), {
      texts: 'connection:network.',
      rules: networkRules.unwrap().shape,
      within: 'network.',
    }),
    cloudflare: fieldsOf(tunnel.cloudflare, (part) => change({ tunnel: { cloudflare: part } }), {
      texts: 'connection:tunnel.cloudflare.',
      rules: cloudflareRules.unwrap().shape,
      within: 'tunnel.cloudflare.',
    }),
    ngrok: fieldsOf(tunnel.ngrok, (part) => change({ tunnel: { ngrok: part } }), {
      texts: 'connection:tunnel.ngrok.',
      rules: ngrokRules.unwrap().shape,
      within: 'tunnel.ngrok.',
    }),
  };
}
