import { ArrowLeft, Bot, Check, Ellipsis, FileText, Hand, PanelRight, Star, UserPlus, Waypoints } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { withKey } from '#renderer/components/kbd.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { useShownKey } from '#renderer/components/use-commands.tsx';
import { useCustomerPhoto } from '#renderer/rpc/use-media.ts';
import type { Chat } from '#shared/domain/entities.ts';
import { assignWords } from './assign/assign-words.ts';
import { Lookers } from './assign/colleagues.tsx';
import { HeaderTags, TagsButton } from './chat-tags.tsx';
import { StateChips, type StateChipsProps } from './state-chips.tsx';
import type { ChatActions } from './use-chat-actions.ts';
import { words } from './words.ts';

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
  const photo = useCustomerPhoto(chat.customer);
  const [takeKey, backKey, closeKey, assignKey] = [
    useShownKey('take'),
    useShownKey('returnToBot'),
    useShownKey('close'),
    useShownKey('assign'),
  ];
  return (
    <header className="@container flex min-h-14 shrink-0 items-center gap-2 border-b px-3 py-1.5">
      <IconButton label={words.back} icon={<ArrowLeft />} onClick={onBack} className="panes:hidden" />
      <Avatar
        name={chat.customer.name}
        seed={chat.customer.id}
        photo={photo}
        size={32}
        className="me-1 max-panes:hidden"
      />
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? words.visitor}</bdi>
        </h1>
        <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
          <StateChips chat={chat} names={names} meId={meId} />
          <bdi className="min-w-0 shrink-999 truncate">{words.via(channelName)}</bdi>
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
          aria-label={words.backToBot}
          title={withKey(words.backToNamed(actions.backTo.name), backKey)}
          className="@max-3xl:px-2"
        >
          <Bot aria-hidden className="size-4" />
          <span className="@max-3xl:hidden">{words.backToBot}</span>
        </Button>
      )}
      {actions.canClose && (
        <Button
          onClick={actions.close}
          aria-label={words.close}
          title={withKey(words.close, closeKey)}
          className="@max-lg:px-2"
        >
          <Check aria-hidden className="size-4" />
          <span className="@max-lg:hidden">{words.close}</span>
        </Button>
      )}
      <div className="flex">
        {chat.botId !== undefined && (
          <IconButton
            label={words.inspector}
            icon={<Waypoints />}
            aria-pressed={turnsShown}
            onClick={onToggleTurns}
            className={pressed}
          />
        )}
        <TagsButton chat={chat} />
        <IconButton
          label={words.contact}
          icon={<PanelRight />}
          aria-pressed={contactShown}
          onClick={onToggleContact}
          className={pressed}
        />
        <Menu trigger={<IconButton label={words.more} icon={<Ellipsis />} />} align="end">
          {onAssign !== undefined && (
            <MenuItem icon={<UserPlus />} shortcut={assignKey} onSelect={onAssign}>
              {assignWords.assign}
            </MenuItem>
          )}
          {actions.canAskForRating && (
            <MenuItem icon={<Star />} onSelect={actions.askForRating}>
              {words.askForRating}
            </MenuItem>
          )}
          <MenuItem icon={<FileText />} onSelect={onTranscript}>
            {words.saveTranscript}
          </MenuItem>
        </Menu>
      </div>
    </header>
  );
}

/** From a bot it is taken over; from the queue it is only taken. */
function takeWords({ state }: Chat): string {
  return state === 'bot' ? words.takeOver : words.take;
}
