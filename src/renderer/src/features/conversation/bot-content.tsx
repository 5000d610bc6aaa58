import { showDirections, showUnseen } from '#shared/domain/visible-text.ts';
import { useTranslation } from 'react-i18next';
import { ChevronRight } from 'lucide-react';
import { lazy, loadWithRetry } from '#renderer/components/lazy.tsx';
import { channelKindRules, type ChannelKind } from '#shared/domain/channel-kinds.ts';
import { shortened } from '#shared/domain/graphemes.ts';
import type { Message } from '#shared/domain/message.ts';
import { MessageText } from './message-text.tsx';

const loadMarkdown = () => import('./bot-markdown.tsx');
const BotMarkdown = lazy(
  () =>
    loadWithRetry(loadMarkdown).then(
      (code) => code.BotMarkdown,
      () => Unformatted,
    ),
  Unformatted,
);

/** Preloads the Markdown renderer, so that no bubble changes its height. */
export function preloadMarkdown(): void {
  // Retried when it is needed.
  void loadMarkdown().catch(() => undefined);
}

interface BotContentProps {
  readonly message: Message;
  readonly customer: string;
  readonly kind: ChannelKind;
}

/** A bot's message as it was meant, and below it what the customer got if that differs. */
export function BotContent({ message, customer, kind }: BotContentProps) {
  const { t } = useTranslation('conversation');
  const { text = '', markdown, buttons, title } = message;
  const isShownAsMeant = channelKindRules[kind].canShow.botMessages;
  if (buttons !== undefined) {
    return (
      <div className="flex flex-col gap-2">
        <MessageText text={title ?? text} />
        <ul aria-label={t('botMessages.buttons')} className="flex flex-wrap gap-1.5">
          {buttons.map((button, index) => (
            <li
              key={index}
              className="max-w-full rounded-full border border-bot bg-raised px-3 py-1 text-ui font-medium wrap-anywhere text-bot in-data-held-back:border-edge in-data-held-back:bg-transparent in-data-held-back:text-ink-quiet"
            >
              <bdi>{showDirections(button.text)}</bdi>
            </li>
          ))}
        </ul>
        {message.text !== undefined && !isShownAsMeant && (
          <PlainText message={message} text={text} customer={customer} />
        )}
      </div>
    );
  }
  if (markdown === undefined) return <MessageText text={text} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <BotMarkdown markdown={markdown} />
      {text.trim() !== markdown.trim() && !isShownAsMeant && (
        <PlainText message={message} text={text} customer={customer} />
      )}
    </div>
  );
}

/** While the Markdown renderer is not loaded, or if it cannot be. */
function Unformatted({ markdown }: { readonly markdown: string }) {
  return <MessageText text={markdown} />;
}

/** The plain text that was sent instead, collapsed. */
function PlainText({ message, text, customer }: Omit<BotContentProps, 'kind'> & { readonly text: string }) {
  const { t } = useTranslation('conversation');
  const isDelivered = message.delivery?.state === 'delivered';
  return (
    <details className="group/plain min-w-0 text-meta text-ink-quiet">
      <summary className="-mx-1 flex w-fit max-w-full cursor-default list-none items-center gap-1 rounded-sm px-1 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/plain:unfolded" />
        <span className="max-w-40 shrink-0 truncate">
          {isDelivered ? (
            <>
              <bdi>{customer}</bdi> {t('botMessages.got')}
            </>
          ) : (
            t('botMessages.asPlainText')
          )}
        </span>
        <span dir="auto" className="min-w-0 truncate group-open/plain:hidden">
          {showUnseen(shortened(text.replaceAll(/\s+/g, ' '), 200))}
        </span>
      </summary>
      <MessageText text={text} className="pt-1 ps-[18px] text-ui" />
    </details>
  );
}
