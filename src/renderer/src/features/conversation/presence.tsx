import { useTranslation } from 'react-i18next';
import { formatNumber, formatList } from '#renderer/components/amounts.ts';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { useCustomerTyping } from '#renderer/rpc/console-context.tsx';
import { useColleagues } from '#renderer/rpc/use-chats.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';

/** The typing line; it always keeps its space, so that nothing jumps. */
export function CustomerTyping() {
  const { t } = useTranslation('conversation');
  const { chat, names } = useConversation();
  const customerTypes = useCustomerTyping(chat.id);
  const { typing } = useColleagues(chat.id, useOperators().data, useMe().data?.id);
  return (
    <div className="mx-auto flex h-6 w-full max-w-[720px] shrink-0 items-center gap-3 px-5 text-meta text-ink-quiet">
      {customerTypes && <TypingLine name={names.customer} />}
      {typing.length > 0 && (
        <p className="ms-auto max-w-[60%] truncate text-attention">
          {t('assign.typing', { count: typing.length, names: namesOf(typing) })}
        </p>
      )}
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

/** Maximum number of pictures. */
const MAX_SHOWN = 3;

/** Small pictures of the other operators viewing the chat. */
export function Viewers() {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const { looking } = useColleagues(chat.id, useOperators().data, useMe().data?.id);
  if (looking.length === 0) return null;
  const label = t('assign.looking', { count: looking.length, names: namesOf(looking) });
  const more = looking.length - MAX_SHOWN;
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0 items-center">
      {looking.slice(0, MAX_SHOWN).map((each) => (
        <OperatorAvatar
          key={each.id}
          operator={each}
          size={24}
          className="-ms-1.5 rounded-full ring-2 ring-ground first:ms-0"
        />
      ))}
      {more > 0 && (
        <span aria-hidden className="tabular ms-1 text-meta text-ink-quiet">
          {`+${formatNumber(more)}`}
        </span>
      )}
    </span>
  );
}

function namesOf(operators: readonly Operator[]): string {
  return formatList(operators.map(({ name }) => name));
}
