import { useTranslation } from 'react-i18next';
import { i18n } from '#renderer/language/i18n.ts';
import { ArrowLeft, Bot, Check, Ellipsis, FileText, Hand, PanelRight, Star, UserPlus, Waypoints } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { withKey } from '#renderer/components/kbd.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { useShownKey } from '#renderer/components/use-commands.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { Lookers } from './assign/colleagues.tsx';
import { HeaderTags, TagsButton } from './chat-tags.tsx';
import { StateChips, type StateChipsProps } from './state-chips.tsx';
import type { ChatActions } from './use-chat-actions.ts';

interface ConversationHeaderProps extends StateChipsProps {
  readonly channelName: string;
  readonly actions: ChatActions;
  /** undefined: it cannot be given to anybody */
  readonly onAssign: (() => void) | undefined;
  readonly contactShown: boolean;
  readonly onToggleContact: () => void;
  readonly turnsShown: boolean;
  readonly onToggleTurns: () => void;
  readonly onTranscript: () => void;
  readonly onBack: () => void;
}

const pressed = 'aria-pressed:bg-selected aria-pressed:text-accent';

/** Who it is, by which channel, where it stands, and what can be done. */
export function ConversationHeader({
  chat,
  channelName,
  names,
  meId,
  actions,
  onAssign,
  contactShown,
  onToggleContact,
  turnsShown,
  onToggleTurns,
  onTranscript,
  onBack,
}: ConversationHeaderProps) {
  const { t } = useTranslation('conversation');
  const photo = useCustomerPhoto(chat.customer);
  const [takeKey, backKey, closeKey, assignKey] = [
    useShownKey('take'),
    useShownKey('returnToBot'),
    useShownKey('close'),
    useShownKey('assign'),
  ];
  return (
    <header className="@container flex min-h-14 shrink-0 items-center gap-2 border-b px-3 py-1.5">
      <IconButton label={t('back')} icon={<ArrowLeft />} onClick={onBack} className="panes:hidden" />
      <Avatar
        name={chat.customer.name}
        seed={chat.customer.id}
        photo={photo}
        size={32}
        className="me-1 max-panes:hidden"
      />
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? t('visitor')}</bdi>
        </h1>
        <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
          <StateChips chat={chat} names={names} meId={meId} />
          <bdi className="min-w-0 shrink-999 truncate">{t('via', { channelName })}</bdi>
          <HeaderTags tags={chat.tags} />
        </div>
      </div>
      <Lookers chatId={chat.id} />
      {actions.canTake && (
        <Button
          variant="primary"
          pending={actions.isTaking}
          onClick={actions.take}
          title={withKey(takeWords(chat), takeKey)}
        >
          <Hand aria-hidden className="size-4" />
          {takeWords(chat)}
        </Button>
      )}
      {actions.backTo !== undefined && (
        <Button
          pending={actions.isReturning}
          onClick={actions.returnToBot}
          aria-label={t('backToBot')}
          title={withKey(t('backToNamed', { botName: actions.backTo.name }), backKey)}
          className="@max-3xl:px-2"
        >
          <Bot aria-hidden className="size-4" />
          <span className="@max-3xl:hidden">{t('backToBot')}</span>
        </Button>
      )}
      {actions.canClose && (
        <Button
          onClick={actions.close}
          aria-label={t('close')}
          title={withKey(t('close'), closeKey)}
          className="@max-lg:px-2"
        >
          <Check aria-hidden className="size-4" />
          <span className="@max-lg:hidden">{t('close')}</span>
        </Button>
      )}
      <div className="flex">
        {chat.botId !== undefined && (
          <IconButton
            label={t('inspector')}
            icon={<Waypoints />}
            aria-pressed={turnsShown}
            onClick={onToggleTurns}
            className={pressed}
          />
        )}
        <TagsButton chat={chat} />
        <IconButton
          label={t('contact')}
          icon={<PanelRight />}
          aria-pressed={contactShown}
          onClick={onToggleContact}
          className={pressed}
        />
        <Menu trigger={<IconButton label={t('more')} icon={<Ellipsis />} />} align="end">
          {onAssign !== undefined && (
            <MenuItem icon={<UserPlus />} shortcut={assignKey} onSelect={onAssign}>
              {t('assign.assign')}
            </MenuItem>
          )}
          {actions.canAskForRating && (
            <MenuItem icon={<Star />} onSelect={actions.askForRating}>
              {t('askForRating')}
            </MenuItem>
          )}
          <MenuItem icon={<FileText />} onSelect={onTranscript}>
            {t('saveTranscript')}
          </MenuItem>
        </Menu>
      </div>
    </header>
  );
}

/** From a bot it is taken over; from the queue it is only taken. */
function takeWords({ state }: Chat): string {
  return state === 'bot' ? i18n.t('conversation:takeOver') : i18n.t('conversation:take');
}
