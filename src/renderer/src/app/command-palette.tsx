import { useTranslation } from 'react-i18next';
import * as Icons from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Palette, PaletteList, type Command } from '#renderer/features/commands/palette.tsx';
import { type Theme, useAppearance } from '#renderer/state/appearance.ts';
import { shownKeyOf, useOffered } from '#renderer/state/commands.tsx';
import { useMediaQuery } from '#renderer/state/page-state.ts';
import { stateText } from '#renderer/features/conversation/conversation-text.ts';
import { chatFilters, showList } from '#renderer/state/inbox-view.ts';
import { sectionPath, shownSections } from '#shared/domain/settings-sections.ts';
import { loadedChats } from '#renderer/rpc/apply-events.ts';
import { channelKinds } from '#renderer/rpc/channel-kinds.ts';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { useMay } from '#renderer/rpc/ask.ts';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import {
  customerName,
  useBots,
  useChannels,
  useHasNodes,
  useMe,
  useOffers,
  useOperators,
} from '#renderer/rpc/use-directory.ts';
import type Resources from '#shared/locales/resources.d.ts';
import { useOpenChatPage } from './address.tsx';

/** The console's command palette. */
export function CommandPalette(props: { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }) {
  return <Palette {...props}>{(choose) => <AllCommands onChoose={choose} />}</Palette>;
}

function AllCommands({ onChoose }: { readonly onChoose: (command: Command) => void }) {
  return <PaletteList commands={useCommandList()} onChoose={onChoose} />;
}

type Offered = keyof Resources['app']['commands']['command'];

const offeredIcons: Record<Offered, Icons.LucideIcon> = {
  reply: Icons.MessageSquareReply,
  note: Icons.StickyNote,
  quote: Icons.TextQuote,
  attachFiles: Icons.Paperclip,
  recordVoice: Icons.Mic,
  sendLocation: Icons.MapPin,
  take: Icons.Hand,
  takeOver: Icons.Hand,
  assign: Icons.UserPlus,
  returnToBot: Icons.Bot,
  askForRating: Icons.Star,
  transcript: Icons.FileText,
  snooze: Icons.Moon,
  sendLater: Icons.AlarmClock,
  close: Icons.Check,
  reopen: Icons.RotateCcw,
  begin: Icons.MessageSquarePlus,
  nextChat: Icons.ChevronDown,
  previousChat: Icons.ChevronUp,
  tags: Icons.Tag,
  blockCustomer: Icons.Ban,
  unblockCustomer: Icons.CircleOff,
  mergeContacts: Icons.Merge,
  contact: Icons.PanelRight,
  inspector: Icons.Waypoints,
  search: Icons.Search,
  presence: Icons.CircleDot,
  shortcuts: Icons.Keyboard,
  signOut: Icons.LogOut,
};
const themeIcons: Record<Theme, Icons.LucideIcon> = { light: Icons.Sun, dark: Icons.Moon, system: Icons.Monitor };
const OFFERED = Object.keys(offeredIcons) as Offered[];
const ofOperator: readonly Offered[] = ['presence', 'shortcuts', 'signOut'];
const ofInbox: readonly Offered[] = ['search', 'nextChat', 'previousChat'];

/** All available commands: those offered in the window, and places to go. Evaluated when the palette opens. */
function useCommandList(): readonly Command[] {
  return [
    ...useOfferedCommands(),
    ...useChatCommands(),
    ...usePageCommands(),
    ...useChatPageCommands(),
    ...useAppearanceCommands(),
  ];
}

function useOfferedCommands(): readonly Command[] {
  const { t } = useTranslation('app');
  const offered = useOffered();
  const [now] = useState(offered);
  const presence = useMe().data?.presence;
  return OFFERED.filter((name) => now[name] !== undefined).map((name) => ({
    id: name,
    group: ofOperator.includes(name) ? 'you' : ofInbox.includes(name) ? 'go' : 'chat',
    icon: offeredIcons[name],
    shortcut: shownKeyOf(name),
    label: t(`commands.command.${name}.label`),
    also: name === 'nextChat' || name === 'previousChat' ? undefined : t(`commands.command.${name}.also`),
    ...(name === 'presence' &&
      presence !== undefined && {
        label: t(`goTo.presence.${presence}.label`),
        hint: t(`goTo.presence.${presence}.hint`),
        also: t(`goTo.presence.${presence}.also`),
      }),
    // The command may have changed since the palette opened.
    run: () => offered()[name]?.(),
  }));
}

function useChatCommands(): readonly Command[] {
  const { t } = useTranslation(['inbox', 'app']);
  const { queryClient } = useConsole();
  const [location] = useLocation();
  const [chats] = useState(() => loadedChats(queryClient));
  const operators = useOperators().data;
  const bots = useBots().data;
  const channels = useChannels().data;
  const meId = useMe().data?.id;
  const go = useGoTo();
  return chats
    .filter(({ id }) => location !== `/chat/${id}`)
    .map((chat) => {
      const named = {
        operator: operators?.find(({ id }) => id === chat.operatorId)?.name,
        bot: bots?.find(({ id }) => id === chat.botId)?.name,
      };
      const channel = channels?.find(({ id }) => id === chat.channelId)?.name;
      return {
        id: `/chat/${chat.id}`,
        group: 'chats',
        label: customerName(chat.customer),
        hint: [stateText(chat, named, meId), channel].filter((part) => part !== undefined).join(', '),
        also: t('app:goTo.openChat'),
        icon: Icons.MessageSquare,
        run: () => go(`/chat/${chat.id}`),
      };
    });
}

function usePageCommands(): readonly Command[] {
  const { t } = useTranslation(['app', 'inbox', 'settings']);
  const [location] = useLocation();
  const hasDesktop = useDesktop() !== undefined;
  const isOwner = useMay('owner') === true;
  const mayReport = useMay('reports') === true;
  const hasRoom = useMediaQuery('(min-width: 820px)');
  // The list is already shown, and the open chat stays.
  const isBeside = hasRoom && (location === '/' || location.startsWith('/chat/'));
  const makesBackups = useOffers('backups');
  const hasNodes = useHasNodes() === true;
  const hasVisitors = useChannels().data?.some(({ kind }) => channelKinds[kind].hasVisitors) ?? false;
  const go = useGoTo();
  const lists = chatFilters.map((filter): Command => ({
    id: `inbox/${filter}`,
    group: 'go',
    label: t('goTo.list', { name: t(`inbox:filters.${filter}`) }),
    also: t('goTo.listAlso'),
    icon: filter === 'closed' ? Icons.Archive : Icons.Inbox,
    run: () => {
      showList(filter);
      go(isBeside ? location : '/');
    },
  }));
  const page = (id: string, icon: Icons.LucideIcon, label: string, also?: string): Command => {
    return { id, group: 'go', icon, label, also, run: () => go(id) };
  };
  const sections = shownSections({ hasDesktop, isOwner, hasNodes }).map((section) =>
    page(
      sectionPath(section),
      Icons.Settings,
      t('goTo.section', { name: t(`settings:sections.${section}`) }),
      section === 'connection' ? t('goTo.connectionAlso') : undefined,
    ),
  );
  const pages = [
    page('/customers', Icons.Users, t('customers'), t('goTo.customersAlso')),
    hasVisitors && page('/visitors', Icons.Globe, t('visitors'), t('goTo.visitorsAlso')),
    page('/reports/ratings', Icons.Star, t('ratings'), t('goTo.ratingsAlso')),
    mayReport && page('/reports', Icons.ChartColumn, t('reports'), t('goTo.reportsAlso')),
    ...sections,
    isOwner && makesBackups && page('/settings/data/make', Icons.Archive, t('goTo.backup'), t('goTo.backupAlso')),
  ];
  return [...lists, ...pages.filter((command) => command !== false).filter(({ id }) => id !== location)];
}

function useChatPageCommands(): readonly Command[] {
  const { t } = useTranslation('app');
  const openChatPage = useOpenChatPage();
  const channels = useChannels().data ?? [];
  if (useMay('owner') !== true) return [];
  return channels
    .filter(({ kind }) => channelKinds[kind].hasChatPage)
    .map((channel) => ({
      id: `chat-page/${channel.id}`,
      group: 'go',
      label: t('goTo.chatPage', { channelName: channel.name }),
      also: t('goTo.chatPageAlso'),
      icon: Icons.AppWindow,
      run: () => openChatPage(channel),
    }));
}

function useAppearanceCommands(): readonly Command[] {
  const { t } = useTranslation(['app', 'settings']);
  const { theme } = useAppearance();
  const themes = (Object.keys(themeIcons) as Theme[]).filter((name) => name !== theme);
  return themes.map((name) => ({
    id: `theme/${name}`,
    group: 'appearance',
    label: t('goTo.theme', { name: t(`settings:appearance.themes.${name}`) }),
    also: t('goTo.themeAlso'),
    icon: themeIcons[name],
    run: () => useAppearance.setState({ theme: name }),
  }));
}

/** Goes to a place of the console and focuses it: the composer, the list of chats if shown, or the place's menu link. */
function useGoTo(): (path: string) => void {
  const [, navigate] = useLocation();
  const find = (...selectors: readonly string[]): HTMLElement | undefined =>
    selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((found) => found !== null);
  return (path) => {
    navigate(path);
    // The new place renders in the next frame.
    requestAnimationFrame(() => {
      const list = find('main [data-composer]', 'main [role="listbox"]');
      const isShown = list !== undefined && list.getClientRects().length > 0;
      (isShown ? list : find('main nav a[aria-current="page"]', 'nav a[aria-current="page"]'))?.focus();
    });
  };
}
