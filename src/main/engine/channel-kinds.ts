import type { ChannelPort } from '#main/channels/channel-kinds.ts';
import { startReplies } from '#main/channels/replies.ts';
import type { ChannelCheck } from '#main/checks/checks.ts';
import { endpointCheck } from '#main/checks/endpoint-checks.ts';
import { startSite } from '#main/site/start-site.ts';
import type { ChannelKind } from '#shared/domain/channel-kinds.ts';
import type { Started } from './engine.ts';

/** The engine's side of a kind of channel. */
interface ChannelKindParts {
  /** delivery to its customers */
  readonly port: ChannelPort;
  /** lines in Check everything for each of its channels */
  readonly checks: readonly ChannelCheck[];
}

/** Starts what the kinds of channel need. `site`: what else of the window on websites others use. */
export function startChannelKinds(
  options: Parameters<typeof startReplies>[0] & Parameters<typeof startSite>[0],
  started: Started,
) {
  const replies = started(startReplies(options));
  const site = started(startSite(options));
  const kinds: Readonly<Record<ChannelKind, ChannelKindParts>> = {
    custom: { port: replies, checks: [endpointCheck] },
    site: { port: site.port, checks: [] },
  };
  return { kinds, site };
}
