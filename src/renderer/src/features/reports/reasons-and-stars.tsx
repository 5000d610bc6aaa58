import type { Report } from '#shared/contract/reports.ts';
import { chatCount, type ShowBehind } from './breakdowns.tsx';
import { TableCard } from './data-table.tsx';
import { numberWords, shareWords, words } from './words.ts';

interface ReasonsProps {
  readonly report: Report;
  readonly fileName: string;
  readonly onShow: ShowBehind;
}

/** Why chats needed a person though they began with a bot. */
export function Reasons({ report: { leftBot }, fileName, onShow }: ReasonsProps) {
  const all = leftBot.reduce((sum, { chats }) => sum + chats, 0);
  const most = Math.max(1, ...leftBot.map(({ chats }) => chats));
  return (
    <TableCard
      title={words.leftBot}
      lead={words.leftBotLead}
      fileName={`${fileName}-left-bot`}
      rows={leftBot}
      keyOf={({ reason }) => reason}
      columns={[
        {
          title: words.reason,
          show: ({ reason }) => words.reasons[reason],
          value: ({ reason }) => words.reasons[reason],
        },
        {
          title: words.chats,
          show: ({ reason, chats }) =>
            chatCount(chats, words.reasons[reason], () => onShow({ kind: 'leftBot', reason }, words.reasons[reason])),
          value: ({ chats }) => chats,
          bar: ({ chats }) => chats / most,
        },
        {
          title: words.share,
          show: ({ chats }) => shareWords(chats, all),
          value: ({ chats }) => Number((chats / all).toFixed(4)),
        },
      ]}
    />
  );
}

/** How many stars customers gave. */
export function Stars({ report: { figures }, fileName }: Omit<ReasonsProps, 'onShow'>) {
  const rows = figures.stars.map((count, index) => ({ stars: index + 1, count })).toReversed();
  const { count: all } = figures.ratings;
  return (
    <TableCard
      title={words.stars}
      lead={words.starsLead}
      fileName={`${fileName}-ratings`}
      rows={rows}
      keyOf={({ stars }) => String(stars)}
      columns={[
        { title: words.starsColumn, show: ({ stars }) => words.starsRow(stars), value: ({ stars }) => stars },
        {
          title: words.ratingCount,
          show: ({ count }) => numberWords(count),
          value: ({ count }) => count,
          bar: ({ count }) => (all === 0 ? 0 : count / all),
        },
        {
          title: words.share,
          show: ({ count }) => shareWords(count, all),
          value: ({ count }) => (all === 0 ? null : Number((count / all).toFixed(4))),
        },
      ]}
    />
  );
}
