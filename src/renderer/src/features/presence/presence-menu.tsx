import { useTranslation } from 'react-i18next';
import { LogOut } from 'lucide-react';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { cn } from '#renderer/components/class-names.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#renderer/components/popups.tsx';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { useCommands } from '#renderer/state/commands.tsx';
import { useConnection, useConsole } from '#renderer/rpc/console-context.tsx';
import { useMe } from '#renderer/rpc/use-directory.ts';
import { signOut } from '#renderer/rpc/transports.ts';
import type { Presence } from '#shared/domain/entities.ts';
import { useChoosePresence, useClosedText } from './opening.tsx';

/** The operator's avatar with a presence dot; opens the choice of Online and Away. */
export function PresenceMenu({ side }: { readonly side: 'top' | 'inline-end' }) {
  const { t } = useTranslation('app');
  const me = useMe().data;
  const choose = useChoosePresence();
  const { connection } = useConsole();
  const isKnown = useConnection().state !== 'lost';
  const change = (presence: Presence): void => {
    choose(presence);
    notify(presence === 'online' ? t('nowOnline') : t('nowAway'), { id: 'presence' });
  };
  const leave = (): void => {
    signOut().then(
      () => connection.setState({ signedOut: true, wasConnected: false }),
      (error: unknown) => notifyError(t('signOutFailed'), error instanceof Error ? error.message : undefined),
    );
  };
  const canLeave = window.counterbell === undefined;
  useCommands({
    presence: me === undefined ? undefined : () => change(me.presence === 'online' ? 'away' : 'online'),
    signOut: canLeave ? leave : undefined,
  });
  if (me === undefined) return <span className="size-9" />;
  const trigger = (
    <button
      type="button"
      aria-label={
        isKnown
          ? t('presenceNow', { name: me.name, presence: me.presence === 'online' ? t('online') : t('away') })
          : t('presenceUnknown', { name: me.name })
      }
      className="relative mt-1 rounded-full pointer-coarse:p-1 max-phone:mt-0"
    >
      <OperatorAvatar operator={me} size={36} />
      <PresenceDot
        look={isKnown ? me.presence : 'unknown'}
        className="absolute -end-0.5 -bottom-0.5 border-2 border-sunken pointer-coarse:end-0.5 pointer-coarse:bottom-0.5"
      />
    </button>
  );
  return (
    <Menu trigger={trigger} side={side} align="end">
      <Closed />
      <MenuChoice<Presence>
        value={me.presence}
        onValueChange={choose}
        choices={[
          { value: 'online', label: t('online'), hint: t('onlineHint'), icon: <PresenceDot look="online" /> },
          { value: 'away', label: t('away'), hint: t('awayHint'), icon: <PresenceDot look="away" /> },
        ]}
      />
      {canLeave && (
        <>
          <MenuSeparator />
          <MenuItem icon={<LogOut />} onSelect={leave}>
            {t('signOut')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Explains why customers see that nobody is here although somebody may be. */
function Closed() {
  const { t } = useTranslation('app');
  const text = useClosedText();
  if (text === '') return null;
  return (
    <>
      <p className="max-w-64 px-2 py-1.5 text-meta text-ink-quiet">
        <strong className="block font-medium text-ink">{text}</strong>
        {t('hours.closedMore')}
      </p>
      <MenuSeparator />
    </>
  );
}

/** Filled when online, a ring when away, grey until known: not by colour alone. */
function PresenceDot({ look, className }: { readonly look: keyof typeof dotLooks; readonly className?: string }) {
  return (
    <span aria-hidden className={cn('grid size-3.5 shrink-0 place-items-center rounded-full', className)}>
      <span className={cn('size-full rounded-full', dotLooks[look])} />
    </span>
  );
}

const dotLooks = {
  online: 'bg-good',
  away: 'border-2 border-ink-quiet bg-raised',
  unknown: 'border-2 border-dotted border-ink-quiet bg-sunken',
};
