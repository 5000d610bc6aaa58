import { useTranslation } from 'react-i18next';
import { numberWords } from '#renderer/components/amounts.ts';
import { listWords } from '#renderer/components/amounts.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { useColleagues } from '#renderer/rpc/use-chats.ts';
import { useMe, useOperators } from '#renderer/rpc/use-directory.ts';
import type { Operator } from '#shared/domain/entities.ts';

/** How many pictures there is room for. */
const SHOWN = 3;

/** Which colleagues have the chat open, as small pictures. */
export function Lookers({ chatId }: { readonly chatId: string }) {
  const { t } = useTranslation('conversation');
  const { looking } = useColleagues(chatId, useOperators().data, useMe().data?.id);
  if (looking.length === 0) return null;
  const label = t('assign.looking', { count: looking.length, names: namesOf(looking) });
  const more = looking.length - SHOWN;
  return (
    <span role="img" aria-label={label} title={label} className="flex shrink-0 items-center">
      {looking.slice(0, SHOWN).map(({ id, name }) => (
        <Avatar
          key={id}
          name={name}
          seed={id}
          size={24}
          className="-ms-1.5 rounded-full ring-2 ring-ground first:ms-0"
        />
      ))}
      {more > 0 && (
        <span aria-hidden className="tabular ms-1 text-meta text-ink-quiet">
          {`+${numberWords(more)}`}
        </span>
      )}
    </span>
  );
}

/** Which colleagues write a reply at this moment; nothing where nobody does. */
export function ColleagueTyping({ chatId }: { readonly chatId: string }) {
  const { t } = useTranslation('conversation');
  const { typing } = useColleagues(chatId, useOperators().data, useMe().data?.id);
  if (typing.length === 0) return null;
  return (
    <p className="ms-auto max-w-[60%] truncate text-attention">
      {t('assign.typing', { count: typing.length, names: namesOf(typing) })}
    </p>
  );
}

function namesOf(operators: readonly Operator[]): string {
  return listWords(operators.map(({ name }) => name));
}
