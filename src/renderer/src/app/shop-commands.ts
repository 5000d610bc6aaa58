import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { formatKey } from '#renderer/components/command-table.ts';
import { shopKey } from '#renderer/components/keys.ts';
import type { Command } from '#renderer/features/commands/find-commands.ts';
import { useDesktop, useDesktopStatus } from '#renderer/rpc/use-desktop.ts';

/** Commands of an app with seats: the other shops, and joining one more. */
export function useShopCommands(): readonly Command[] {
  const { t } = useTranslation('app');
  const desktop = useDesktop();
  const { seat, seats = [] } = useDesktopStatus().data ?? {};
  const [, navigate] = useLocation();
  if (desktop === undefined || seat === undefined) return [];
  const shops = seats.map((each, index): Command => ({
    id: `shop/${each.id}`,
    group: 'go',
    label: t('place.shop', { shop: each.shop }),
    also: t('place.shopAlso'),
    shortcut: formatKey(shopKey(index)),
    icon: Store,
    run: () => void desktop.call('showShop', each.id),
  }));
  return [
    ...shops.filter(({ id }) => id !== `shop/${seat.id}`),
    {
      id: '/join',
      group: 'go',
      label: t('place.joinShop'),
      also: t('place.shopAlso'),
      icon: Store,
      run: () => navigate('/join'),
    },
  ];
}
