import { Avatar } from '#renderer/components/avatar.tsx';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { withKey } from '#renderer/components/keys.tsx';
import { Menu, MenuItem, Popover } from '#renderer/components/popups.tsx';
import { TagChip, TagField } from '#renderer/components/tags.tsx';
import { errorNotifier } from '#renderer/components/toaster.tsx';
import { usePhone } from '#renderer/state/page-state.ts';
import { type CommandName, useOffered, shownKeyOf } from '#renderer/state/commands.tsx';
import { i18n } from '#renderer/language/i18n.ts';
import { useCachedMutation, useMay } from '#renderer/rpc/ask.ts';
import { useChatAction } from '#renderer/rpc/use-chats.ts';
import { useTags } from '#renderer/rpc/use-directory.ts';
import { useCustomerAvatar } from '#renderer/rpc/media.ts';
import {
  ArrowLeft,
  Bot,
  Check,
  Ellipsis,
  FileText,
  Hand,
  Moon,
  PanelRight,
  Pin,
  PinOff,
  Star,
  UserPlus,
  Waypoints,
  Tag,
} from 'lucide-react';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Chat } from '#shared/domain/entities.ts';
import { useConversation } from './conversation-context.ts';
import { SnoozePopover } from './later/later.tsx';
import { StateChips, Viewers } from './chat-state.tsx';

/** Pane beside a chat: its contact card, or what its bot sent and received. */
export interface SidePane {
  readonly shown: 'contact' | 'turns' | undefined;
  readonly toggle: (kind: 'contact' | 'turns') => void;
}

const pressed = 'aria-pressed:bg-selected aria-pressed:text-accent';

/** The header: customer, channel, state and actions. */
export function ConversationHeader({ pane, onBack }: { readonly pane: SidePane; readonly onBack: () => void }) {
  const { t } = useTranslation(['conversation', 'common']);
  const { chat, names, actions } = useConversation();
  const isOwner = useMay('owner') === true;
  const more = useRef<HTMLButtonElement>(null);
  // On a phone the name needs the room.
  const isNarrow = usePhone();
  const compact = isNarrow ? 'min-w-(--control) px-2' : '';
  return (
    <header className="@container flex min-h-14 shrink-0 items-center gap-2 border-b px-3 py-1.5 max-phone:gap-1 max-phone:px-1">
      <IconButton label={t('back')} icon={<ArrowLeft />} onClick={onBack} className="panes:hidden" />
      <Avatar {...useCustomerAvatar(chat.customer)} size={32} className="me-1 max-panes:hidden @max-3xl:hidden" />
      <div className="min-w-0 flex-1">
        <h1 title={names.customer} className="flex text-heading font-semibold">
          <bdi className="truncate">{names.customer}</bdi>
        </h1>
        <div className="flex min-w-0 items-center gap-2 overflow-hidden text-meta text-ink-quiet">
          <StateChips />
          <bdi title={names.channel} className="min-w-0 shrink-999 truncate">
            {t('via', { channelName: names.channel })}
          </bdi>
          <HeaderTags tags={chat.tags} />
        </div>
      </div>
      <Viewers />
      {actions.take !== undefined && (
        <Button
          variant="primary"
          pending={actions.isTaking}
          onClick={actions.take}
          aria-label={takeLabel(chat)}
          title={withKey(takeLabel(chat), shownKeyOf('take'))}
          className={compact}
        >
          <Hand aria-hidden className="size-4" />
          {!isNarrow && takeLabel(chat)}
        </Button>
      )}
      {actions.backTo !== undefined && !isNarrow && (
        <Button
          pending={actions.isReturning}
          onClick={actions.returnToBot}
          aria-label={t('backToBot')}
          title={withKey(t('backToNamed', { botName: actions.backTo.name }), shownKeyOf('returnToBot'))}
          className="@max-3xl:px-2"
        >
          <Bot aria-hidden className="size-4" />
          <span className="@max-3xl:hidden">{t('backToBot')}</span>
        </Button>
      )}
      {actions.close !== undefined && (
        <Button
          onClick={() => actions.close?.()}
          aria-label={t('close')}
          title={withKey(t('close'), shownKeyOf('close'))}
          className={compact}
        >
          <Check aria-hidden className="size-4" />
          {!isNarrow && t('close')}
        </Button>
      )}
      <div className="flex">
        <IconButton
          label={t('contact')}
          icon={<PanelRight />}
          aria-pressed={pane.shown === 'contact'}
          onClick={() => pane.toggle('contact')}
          className={pressed}
        />
        <Menu trigger={<IconButton ref={more} label={t('more')} icon={<Ellipsis />} />} align="end">
          {isNarrow && actions.returnToBot !== undefined && (
            <CommandItem icon={<Bot />} command="returnToBot">
              {t('backToBot')}
            </CommandItem>
          )}
          {actions.canSnooze && (
            <CommandItem icon={<Moon />} command="snooze">
              {t('later.snoozeTitle')}
            </CommandItem>
          )}
          {chat.state !== 'closed' && <PinItem />}
          <CommandItem icon={<Tag />} command="tags">
            {t('common:tags.ofChat')}
          </CommandItem>
          {chat.state !== 'closed' && (
            <CommandItem icon={<UserPlus />} command="assign">
              {t('assign.assign')}
            </CommandItem>
          )}
          {chat.botId !== undefined && isOwner && (
            <CommandItem icon={<Waypoints />} command="inspector">
              {pane.shown === 'turns' ? t('botTurns.turn.close') : t('inspector')}
            </CommandItem>
          )}
          {actions.askForRating !== undefined && (
            <CommandItem icon={<Star />} command="askForRating">
              {t('askForRating')}
            </CommandItem>
          )}
          <CommandItem icon={<FileText />} command="transcript">
            {t('saveTranscript')}
          </CommandItem>
        </Menu>
        {actions.canSnooze && <SnoozePopover anchor={more} />}
        <TagsPopover anchor={more} />
      </div>
    </header>
  );
}

interface CommandItemProps extends Pick<ComponentProps<typeof MenuItem>, 'icon' | 'children'> {
  readonly command: CommandName;
}

/** A command in the menu, with its shortcut. */
function CommandItem({ command, ...item }: CommandItemProps) {
  const offered = useOffered();
  return <MenuItem {...item} shortcut={shownKeyOf(command)} onSelect={() => offered()[command]?.()} />;
}

/** Puts the chat on top of everyone's lists, or back. */
function PinItem() {
  const { t } = useTranslation('conversation');
  const { chat } = useConversation();
  const pinning = useChatAction('chats.pin');
  const isPinned = chat.pinned === true;
  const toggle = (): void =>
    pinning.mutate({ chatId: chat.id, pinned: !isPinned }, { onError: errorNotifier(t('pin.failed')) });
  return (
    <MenuItem icon={isPinned ? <PinOff /> : <Pin />} onSelect={toggle}>
      {t(isPinned ? 'pin.unpin' : 'pin.pin')}
    </MenuItem>
  );
}

/** Taking a chat from a bot is taking over; a waiting one is simply taken. */
function takeLabel({ state }: Chat): string {
  return state === 'bot' ? i18n.t('conversation:takeOver') : i18n.t('conversation:take');
}

/** As many tags as fit; the others wrap to a hidden second line. */
function HeaderTags({ tags = [] }: Pick<Chat, 'tags'>) {
  if (tags.length === 0) return null;
  return (
    <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-1 overflow-hidden before:h-full before:content-['']">
      {tags.map((name) => (
        <TagChip key={name} name={name} className="max-w-36 shrink-0" />
      ))}
    </span>
  );
}

/** Opens the tags of a chat to edit them. */
function TagsPopover({ anchor }: { readonly anchor: RefObject<Element | null> }) {
  const { t } = useTranslation();
  const { chat } = useConversation();
  const known = useTags().data;
  const isOwner = useMay('owner') === true;
  const setting = useCachedMutation('chats.setTags', 'chats.get', {
    cachedInput: ({ chatId }) => ({ chatId }),
    optimistic: (now, { tags }) => ({ ...now, tags }),
    after: ({ tags }, now) => now && { ...now, tags },
  });
  const change = (tags: readonly string[]): void =>
    setting.mutate({ chatId: chat.id, tags: [...tags] }, { onError: errorNotifier(t('tags.notSaved')) });
  return (
    <Popover label={t('tags.ofChat')} anchor={anchor} command="tags" className="max-h-none w-80 gap-2 p-2">
      {() => (
        <>
          <TagField
            tags={chat.tags ?? []}
            known={(known ?? []).map(({ name }) => name)}
            onChange={change}
            label={t('tags.ofChat')}
          />
          {isOwner && (
            <p className="px-1 text-meta">
              <Link href="/settings/tags">{t('tags.manage')}</Link>
            </p>
          )}
        </>
      )}
    </Popover>
  );
}
