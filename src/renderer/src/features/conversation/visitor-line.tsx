import { useTranslation } from 'react-i18next';
import { PageLink, PresenceDot, stayText } from '#renderer/components/page-link.tsx';
import { useNow } from '#renderer/components/dates.tsx';
import { useAnsweringMailbox, useChannel } from '#renderer/rpc/use-directory.ts';
import { useConversation } from './conversation-context.ts';
import { AskForAddress } from './mail/fate.tsx';

/** Shows where the customer is, in the chat's head: "On the site: Red lamps", "Left 3 min ago". */
export function VisitorLine() {
  const { t } = useTranslation('website');
  const { chat, whereabouts, isThere = false, canWrite } = useConversation();
  const canAsk = useAnsweringMailbox() !== undefined && chat.customer.email === undefined && canWrite && isThere;
  const channel = useChannel(chat.channelId);
  const stay = useNow((now) => (whereabouts === undefined ? '' : stayText(whereabouts.visitor, now)));
  const page = isThere ? whereabouts?.visitor?.page : undefined;
  if (whereabouts === undefined) return null;
  return (
    <>
      <p className="flex min-w-0 flex-1 items-center gap-1.5">
        <PresenceDot isThere={isThere} />
        <span className="shrink-0">{page === undefined ? stay : t('visitors.onPage')}</span>
        {page !== undefined && (
          <span className="flex min-w-0 flex-1">
            <PageLink page={page} sites={channel?.site?.sites} />
          </span>
        )}
      </p>
      {canAsk && <AskForAddress isBrief />}
    </>
  );
}
