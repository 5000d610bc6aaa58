import { numberWords } from '#renderer/components/amounts.ts';
import { useTranslation } from 'react-i18next';
import type { Report } from '#shared/contract/reports.ts';
import { chatCount, type ShowBehind } from './breakdowns.tsx';
import { TableCard } from './data-table.tsx';
import { shareWords } from './figures-text.ts';

interface ReasonsProps {
  readonly report: Report;
  readonly fileName: string;
  readonly onShow: ShowBehind;
}

/** Why chats needed a person though they began with a bot. */
export function Reasons({ report: { leftBot }, fileName, onShow }: ReasonsProps) {
  const { t } = useTranslation('reports');
  const all = leftBot.reduce((sum, { chats }) => sum + chats, 0);
  const most = Math.max(1, ...leftBot.map(({ chats }) => chats));
  return (
    <TableCard
      title={t('leftBot')}
      lead={t('leftBotLead')}
      fileName={`${fileName}-left-bot`}
      rows={leftBot}
      keyOf={({ reason }) => reason}
      columns={[
        {
          title: t('reason.text'),
          show: ({ reason }) => t(`reason.${reason}`),
          value: ({ reason }) => t(`reason.${reason}`),
        },
        {
          title: t('chats'),
          show: ({ reason, chats }) =>
            chatCount(chats, t(`reason.${reason}`), () => onShow({ kind: 'leftBot', reason }, t(`reason.${reason}`))),
          value: ({ chats }) => chats,
          bar: ({ chats }) => chats / most,
        },
        {
          title: t('share'),
          show: ({ chats }) => shareWords(chats, all),
          value: ({ chats }) => Number((chats / all).toFixed(4)),
        },
      ]}
    />
  );
}

/** How many stars customers gave. */
export function Stars({ report: { figures }, fileName }: Omit<ReasonsProps, 'onShow'>) {
  const { t } = useTranslation('reports');
  const rows = figures.stars.map((count, index) => ({ stars: index + 1, count })).toReversed();
  const { count: all } = figures.ratings;
  return (
    <TableCard
      title={t('stars')}
      lead={t('starsLead')}
      fileName={`${fileName}-ratings`}
      rows={rows}
      keyOf={({ stars }) => String(stars)}
      columns={[
        { title: t('starsColumn'), show: ({ stars }) => t('starsRow', { count: stars }), value: ({ stars }) => stars },
        {
          title: t('ratingCount'),
          show: ({ count }) => numberWords(count),
          value: ({ count }) => count,
          bar: ({ count }) => (all === 0 ? 0 : count / all),
        },
        {
          title: t('share'),
          show: ({ count }) => shareWords(count, all),
          value: ({ count }) => (all === 0 ? null : Number((count / all).toFixed(4))),
        },
      ]}
    />
  );
}
