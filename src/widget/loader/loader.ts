import type { SiteStatus } from '#shared/site/frames.ts';
import { begin, ownAddress } from './start.ts';

const [ours = '', home, id] = ownAddress(/^(.*)\/site\/([^/?#]+)\.js/) ?? [];

if (home !== undefined && id !== undefined)
  begin(ours, home, async (isPage) => {
    const language = encodeURIComponent(String(navigator.languages));
    const answer = await fetch(`${home}/site/${id}/status?language=${language}${isPage ? '&page' : ''}`, {
      credentials: 'omit',
    });
    const status = (await answer.json()) as SiteStatus;
    return status.show ? [id, status] : undefined;
  });
