import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useTranslation } from 'react-i18next';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { localization } from '#renderer/language/i18n.ts';
import { useMediaQuery } from '#renderer/components/page-state.ts';
import { useMay } from '#renderer/rpc/may.ts';
import { useChat } from '#renderer/rpc/use-chats.ts';

const LIST_WIDTH = { min: 260, default: 320, most: 420 } as const;

interface Layout {
  /** pixels */
  readonly listWidth: number;
  /** the contact card beside a chat, if there is room */
  readonly contactShown: boolean;
  /** the bot inspector in its place, for chats that a bot had */
  readonly turnsShown: boolean;
}

/** Layout of the panes; kept on this device. */
export const useLayout = create(
  persist((): Layout => ({ listWidth: LIST_WIDTH.default, contactShown: true, turnsShown: false }), {
    name: 'counterbell.layout',
    version: 1,
  }),
);

function setListWidth(width: number): void {
  useLayout.setState({ listWidth: Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.min, width))) });
}

const STEP = 20;

/** The divider between list and chat: drag it or use the arrow keys; a double click resets it. */
export function PaneResizer() {
  const { t } = useTranslation('app');
  const { listWidth } = useLayout();
  const isMirrored = localization.language().dir === 'rtl';

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const list = event.currentTarget.previousElementSibling;
    if (list === null) return;
    const box = list.getBoundingClientRect();
    setListWidth(isMirrored ? box.right - event.clientX : event.clientX - box.left);
  };
  const step = (event: KeyboardEvent): void => {
    const change = { ArrowLeft: isMirrored ? STEP : -STEP, ArrowRight: isMirrored ? -STEP : STEP }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    setListWidth(listWidth + change);
  };

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resizeList')}
      aria-valuemin={LIST_WIDTH.min}
      aria-valuemax={LIST_WIDTH.most}
      aria-valuenow={listWidth}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setListWidth(LIST_WIDTH.default)}
      onKeyDown={step}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-hairline transition-colors after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-edge focus-visible:bg-accent max-panes:hidden"
    />
  );
}

type SidePaneKind = 'contact' | 'turns';

export interface SidePane {
  /** the pane beside the chat, or over it in a narrow window */
  readonly shown: SidePaneKind | undefined;
  readonly isDrawer: boolean;
  readonly toggle: (kind: SidePaneKind) => void;
  readonly close: () => void;
}

/** The contact card or bot inspector: beside a chat, remembered; in a narrow window a drawer, closed at first. */
export function useSidePane(chatId: string | undefined): SidePane {
  const hasRoom = useMediaQuery('(min-width: 1120px)');
  const { contactShown, turnsShown } = useLayout();
  const [drawer, setDrawer] = useState<{ readonly chatId: string | undefined; readonly kind: SidePaneKind }>();
  const hasBot = useChat(chatId).data?.botId !== undefined;
  const isOwner = useMay('owner') === true;
  const beside = turnsShown && hasBot && isOwner ? 'turns' : contactShown ? 'contact' : undefined;
  const over = drawer?.chatId === chatId ? drawer?.kind : undefined;
  const shown = hasRoom ? beside : over;

  const show = (kind: SidePaneKind | undefined): void => {
    if (!hasRoom) {
      setDrawer(kind && { chatId, kind });
      return;
    }
    useLayout.setState({ turnsShown: kind === 'turns' });
    // The card stays mounted behind the inspector and reappears when that closes.
    if (kind === 'contact' || shown === 'contact') useLayout.setState({ contactShown: kind !== undefined });
  };
  return {
    shown,
    isDrawer: !hasRoom,
    toggle: (kind) => show(shown === kind ? undefined : kind),
    close: () => show(undefined),
  };
}
