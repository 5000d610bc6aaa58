import { ArrowLeft, Bot, Check, Ellipsis, Hand, PanelRight, Star, Waypoints } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { Menu, MenuItem } from '#renderer/components/menu.tsx';
import { fullWords, waitingStep, waitingWords } from '#renderer/components/dates.ts';
import { useTicking, WaitingAge } from '#renderer/components/time.tsx';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatActions } from './use-chat-actions.ts';
import { stateWords, words } from './words.ts';

interface ConversationHeaderProps {
  readonly chat: Chat;
  readonly channelName: string;
  readonly names: { readonly operator: string | undefined; readonly bot: string | undefined };
  readonly meId: string | undefined;
  readonly actions: ChatActions;
  readonly contactShown: boolean;
  readonly onToggleContact: () => void;
  readonly turnsShown: boolean;
  readonly onToggleTurns: () => void;
  readonly onBack: () => void;
}

const pressed = 'aria-pressed:bg-selected aria-pressed:text-accent';

/** Who it is, by which channel, where it stands, and what can be done. */
export function ConversationHeader({ chat, channelName, names, meId, actions, contactShown, onToggleContact, turnsShown, onToggleTurns, onBack }: ConversationHeaderProps) {
  return (
    <header className="@container flex min-h-14 shrink-0 items-center gap-2 border-b px-3 py-1.5">
      <IconButton label={words.back} icon={<ArrowLeft />} onClick={onBack} className="panes:hidden" />
      <Avatar name={chat.customer.name} seed={chat.customer.id} size={32} className="mr-1 max-panes:hidden" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? words.visitor}</bdi>
        </h1>
        <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
          <StateChips chat={chat} names={names} meId={meId} />
          <bdi className="min-w-0 shrink-999 truncate">{words.via(channelName)}</bdi>
        </div>
      </div>
      {actions.canTake && (
        <Button variant="primary" pending={actions.isTaking} onClick={actions.take} title={`${takeWords(chat)} (T)`}>
          <Hand aria-hidden className="size-4" />
          {takeWords(chat)}
        </Button>
      )}
      {actions.backTo !== undefined && (
        <Button pending={actions.isReturning} onClick={actions.returnToBot} aria-label={words.backToBot} title={`${words.backToNamed(actions.backTo.name)} (B)`} className="@max-3xl:px-2">
          <Bot aria-hidden className="size-4" />
          <span className="@max-3xl:hidden">{words.backToBot}</span>
        </Button>
      )}
      {actions.canClose && (
        <Button onClick={actions.close} aria-label={words.close} title={`${words.close} (E)`} className="@max-lg:px-2">
          <Check aria-hidden className="size-4" />
          <span className="@max-lg:hidden">{words.close}</span>
        </Button>
      )}
      <div className="flex">
        {chat.botId !== undefined && <IconButton label={words.inspector} icon={<Waypoints />} aria-pressed={turnsShown} onClick={onToggleTurns} className={pressed} />}
        <IconButton label={words.contact} icon={<PanelRight />} aria-pressed={contactShown} onClick={onToggleContact} className={pressed} />
        {actions.canAskForRating && (
          <Menu trigger={<IconButton label={words.more} icon={<Ellipsis />} />} align="end">
            <MenuItem icon={<Star />} onSelect={actions.askForRating}>
              {words.askForRating}
            </MenuItem>
          </Menu>
        )}
      </div>
    </header>
  );
}

/** From a bot it is taken over; from the queue it is only taken. */
function takeWords({ state }: Chat): string {
  return state === 'bot' ? words.takeOver : words.take;
}

const tones: Record<Chat['state'], ChipTone> = { bot: 'bot', waiting: 'attention', active: 'accent', closed: 'neutral' };

/** Who has it or how long it waits, and whether a bot asked for somebody. */
function StateChips({ chat, names, meId }: Pick<ConversationHeaderProps, 'chat' | 'names' | 'meId'>) {
  const isAsked = chat.askedForPerson && chat.state !== 'closed';
  const since = chat.state === 'waiting' ? (chat.waitingSince ?? chat.openedAt) : undefined;
  return (
    <>
      {since !== undefined && !isAsked && <WaitingAge since={since} />}
      {since === undefined && (
        <Chip tone={tones[chat.state]} icon={chat.state === 'bot' && <Bot aria-hidden className="shrink-0" />} className="max-w-44 min-w-12 shrink-99">
          <bdi className="truncate">{stateWords(chat, names, meId)}</bdi>
        </Chip>
      )}
      {isAsked && <AskedForPerson since={since} />}
    </>
  );
}

/** Amber, and red when the customer has waited as long as is red elsewhere. */
function AskedForPerson({ since }: { readonly since: number | undefined }) {
  const waiting = useTicking((now) => (since === undefined ? '' : waitingWords(since, now)));
  const isUrgent = useTicking((now) => since !== undefined && waitingStep(since, now) === 'urgent');
  return (
    <Chip tone={isUrgent ? 'urgent' : 'attention'} icon={<Hand aria-hidden className="shrink-0" />} className="min-w-12 @max-xl:shrink">
      <span className="truncate">
        {words.askedForPerson}
        {since !== undefined && (
          <>
            {' '}
            <time title={fullWords(since)}>{waiting}</time>
          </>
        )}
      </span>
    </Chip>
  );
}
