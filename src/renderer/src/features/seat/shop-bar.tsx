import '#renderer/language/team.ts';
import { CloudOff, Plus, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { avatarHue, initials } from '#renderer/components/avatar.tsx';
import { CountBadge } from '#renderer/components/chip.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { shopKey } from '#renderer/components/keys.tsx';
import { Tooltip } from '#renderer/components/popups.tsx';
import type { DesktopApi, SeatStatus } from '#shared/contract/desktop.ts';
import type { CSSProperties } from 'react';

interface ShopBarProps {
  readonly desktop: DesktopApi;
  /** of the page */
  readonly seat: SeatStatus;
  readonly seats: readonly SeatStatus[];
}

/** The switch between the shops of this app, at the window's start edge; on a narrow window above the page. */
export function ShopBar({ desktop, seat, seats }: ShopBarProps) {
  const { t } = useTranslation('team');
  return (
    <nav
      aria-label={t('seat.shops')}
      className="flex w-13 shrink-0 flex-col items-center gap-3 overflow-y-auto border-e bg-hover py-3.5 max-phone:w-full max-phone:flex-row max-phone:overflow-x-auto max-phone:border-e-0 max-phone:border-b max-phone:px-3 max-phone:py-2"
    >
      {seats.map((each, index) => (
        <ShopButton
          key={each.id}
          seat={each}
          shortcut={shopKey(index)}
          isShown={each.id === seat.id}
          onSelect={() => void desktop.call('showShop', each.id)}
        />
      ))}
      <Tooltip text={t('seat.another')} side="inline-end">
        <Link
          href="/join"
          className="grid size-9 shrink-0 place-items-center rounded-control text-ink-quiet transition-colors hover:bg-selected hover:text-ink [&_svg]:size-5"
        >
          <Plus aria-hidden />
          <span className="sr-only">{t('seat.another')}</span>
        </Link>
      </Tooltip>
    </nav>
  );
}

interface ShopButtonProps {
  readonly seat: SeatStatus;
  readonly shortcut: string;
  readonly isShown: boolean;
  readonly onSelect: () => void;
}

function ShopButton({ seat, shortcut, isShown, onSelect }: ShopButtonProps) {
  const { id, shop, waiting, unsent } = seat;
  const { t } = useTranslation('team');
  const { state } = seat.connection;
  // With what there is to know: who waits, what is wrong with the connection, what is not sent.
  const said = [
    shop,
    state !== 'connected' && t(`seat.short.${state}`),
    waiting > 0 && t('seat.waiting', { count: waiting }),
    unsent > 0 && t('seat.unsent', { count: unsent }),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Tooltip text={said} shortcut={shortcut} side="inline-end">
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        onClick={onSelect}
        className={cn(
          'relative grid size-9 shrink-0 place-items-center rounded-control',
          isShown && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        <span
          aria-hidden
          data-initials={initials(shop) ?? '?'}
          className={cn(
            'avatar grid size-full place-items-center rounded-control text-ui font-semibold before:content-[attr(data-initials)]',
            state !== 'connected' && 'opacity-60',
          )}
          style={{ '--hue': avatarHue(id) } as CSSProperties}
        />
        <span className="sr-only">{said}</span>
        <span aria-hidden className="contents">
          <CountBadge count={waiting} label="" className="absolute -end-1.5 -top-1.5 border-2 border-hover" />
          {state !== 'connected' && state !== 'connecting' && (
            <span className="absolute -end-1.5 -bottom-1.5 grid size-4.5 place-items-center rounded-full border-2 border-hover bg-attention-tint text-attention [&_svg]:size-3">
              {state === 'reconnecting' ? <CloudOff /> : <TriangleAlert />}
            </span>
          )}
        </span>
      </button>
    </Tooltip>
  );
}
