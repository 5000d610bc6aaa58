import { lazy } from '#renderer/components/lazy.tsx';
import { useMay } from '#renderer/rpc/ask.ts';
import { useChannels } from '#renderer/rpc/use-directory.ts';

const WebsiteQuestions = lazy(async () => (await import('./website-question.tsx')).WebsiteQuestions);

/** Asks owners about websites that want to show a window; below the list, where nothing moves when it comes. */
export function AskedWebsites() {
  const isOwner = useMay('owner') === true;
  const channels = useChannels().data ?? [];
  const isAsked = channels.some(({ site }) => site?.otherSites.some(({ refused }) => refused !== true));
  return (
    <div role="status" tabIndex={-1} className="shrink-0 outline-none">
      {isOwner && isAsked && (
        <div className="border-t p-3 empty:hidden">
          <WebsiteQuestions channels={channels} isLinked />
        </div>
      )}
    </div>
  );
}
