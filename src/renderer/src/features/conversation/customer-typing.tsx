import { useTranslation } from 'react-i18next';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import { ColleagueTyping } from './assign/colleagues.tsx';

/** A line that always has its place, so that nothing jumps when somebody begins to type. */
export function CustomerTyping({ chatId, name }: { readonly chatId: string; readonly name: string }) {
  const typing = useCustomerTyping(chatId);
  return (
    <div className="mx-auto flex h-6 w-full max-w-[720px] shrink-0 items-center gap-3 px-5 text-meta text-ink-quiet">
      {typing && <TypingLine name={name} />}
      <ColleagueTyping chatId={chatId} />
    </div>
  );
}

/** Dots, and whose they are. */
export function TypingLine({ name }: { readonly name: string }) {
  const { t } = useTranslation('conversation');
  return (
    <p className="flex min-w-0 items-center gap-2">
      <span aria-hidden className="flex gap-0.5">
        {[0, 200, 400].map((delay) => (
          <span
            key={delay}
            className="breathe size-1.5 rounded-full bg-ink-quiet"
            style={{ animationDelay: `${String(delay)}ms` }}
          />
        ))}
      </span>
      <bdi className="truncate">{t('isTyping', { name })}</bdi>
    </p>
  );
}
