import { ArrowLeft, Check, Hand, PanelRight } from 'lucide-react';
import { Avatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Chip, type ChipTone } from '#renderer/components/chip.tsx';
import { WaitingAge } from '#renderer/components/time.tsx';
import type { Chat } from '#shared/domain/entities.ts';
import type { ChatActions } from './use-chat-actions.ts';
import { stateWords, words } from './words.ts';

interface ConversationHeaderProps {
  readonly chat: Chat;
  readonly channelName: string;
  readonly operatorName: string | undefined;
  readonly meId: string | undefined;
  readonly actions: ChatActions;
  readonly contactShown: boolean;
  readonly onToggleContact: () => void;
  readonly onBack: () => void;
}

const tones: Record<Chat['state'], ChipTone> = { waiting: 'attention', active: 'accent', closed: 'neutral' };

/** Who it is, by which channel, where it stands, and what can be done. */
export function ConversationHeader({ chat, channelName, operatorName, meId, actions, contactShown, onToggleContact, onBack }: ConversationHeaderProps) {
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 border-b px-3 py-2">
      <IconButton label={words.back} icon={<ArrowLeft />} onClick={onBack} className="panes:hidden" />
      <Avatar name={chat.customer.name} seed={chat.customer.id} size={32} className="max-panes:hidden" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-heading font-semibold">
          <bdi>{chat.customer.name ?? words.visitor}</bdi>
        </h1>
        <p className="flex min-w-0 items-center gap-2 text-meta text-ink-quiet">
          <bdi className="truncate">{words.via(channelName)}</bdi>
        </p>
      </div>
      {chat.state === 'waiting' && chat.waitingSince !== undefined ? (
        <WaitingAge since={chat.waitingSince} />
      ) : (
        <Chip tone={tones[chat.state]}>{stateWords(chat, operatorName, meId)}</Chip>
      )}
      {actions.canTake && (
        <Button variant="primary" pending={actions.isTaking} onClick={actions.take} title={`${words.take} (T)`}>
          <Hand aria-hidden className="size-4" />
          {words.take}
        </Button>
      )}
      {actions.canClose && (
        <Button onClick={actions.close} title={`${words.close} (E)`}>
          <Check aria-hidden className="size-4" />
          {words.close}
        </Button>
      )}
      <IconButton label={words.contact} icon={<PanelRight />} aria-pressed={contactShown} onClick={onToggleContact} />
    </header>
  );
}
