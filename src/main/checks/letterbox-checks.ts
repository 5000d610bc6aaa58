import { throughWebsite } from '#shared/contract/reach.ts';
import { websiteOf } from '#shared/domain/letterbox-address.ts';
import { phrase, problemOf } from '#shared/locales/phrase.ts';
import { type Check, type CheckParts, consolePaths, failed, passed, warning } from './check.ts';

const DEADLINE = 25_000;

/** Looks at each website that takes messages in. */
export function letterboxChecks({ letterboxes }: Pick<CheckParts, 'letterboxes'>): readonly Check[] {
  const { list, check } = letterboxes;
  return list().map(({ channelId, url }) => {
    const website = websiteOf(url);
    return {
      id: `letterbox.${channelId}`,
      title: phrase('findings:findings.letterbox.title', { website }),
      deadline: DEADLINE,
      run: async () => {
        const through = throughWebsite(await check(channelId));
        const path = `${consolePaths.channel(channelId)}/website`;
        if (through === 'open') return passed(phrase('findings:findings.letterbox.passed'));
        return through === 'closed'
          ? failed(problemOf('findings.letterbox.closed', { website }), path)
          : warning(problemOf('findings.letterbox.unfetched', { website }), path);
      },
    };
  });
}
