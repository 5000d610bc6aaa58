import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Undo2 } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { setWritingKind } from '#renderer/rpc/drafts.ts';
import type { Unsent } from '#renderer/rpc/unsent.ts';
import { useConversation } from './conversation-context.ts';

/** Below a reply or note that waits for the connection. */
export function WaitingLine({ unsent }: { readonly unsent: Unsent }) {
  const { t } = useTranslation('conversation');
  const { outbox } = useConsole();
  const { field, isSmall } = useConversation();
  const takeBack = async (): Promise<void> => {
    await outbox.takeBack(unsent);
    if (!isSmall) flushSync(() => setWritingKind(unsent.chatId, unsent.isNote ? 'note' : 'reply'));
    field.current?.focus();
  };
  return (
    <div className="flex max-w-[480px] flex-wrap items-center justify-end gap-x-2 ps-1 text-meta text-ink-quiet">
      <p className="min-w-0 wrap-anywhere">
        {t('outbox.waiting')}
        {unsent.mayHaveArrived && <> {t('outbox.mayHaveArrived')}</>}
      </p>
      <Button size="sm" variant="quiet" onClick={() => void takeBack()}>
        <Undo2 aria-hidden className="size-3.5" />
        {t('outbox.takeBack')}
      </Button>
    </div>
  );
}
