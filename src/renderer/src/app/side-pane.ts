import { useState } from 'react';
import { useMediaQuery } from '#renderer/components/use-media-query.ts';
import { useChat } from '#renderer/rpc/use-chats.ts';
import { useLayout } from './layout.ts';

export type SidePaneKind = 'contact' | 'turns';

export interface SidePane {
  /** what stands beside the conversation, or over it where there is no room */
  readonly shown: SidePaneKind | undefined;
  readonly isDrawer: boolean;
  readonly toggle: (kind: SidePaneKind) => void;
  readonly close: () => void;
}

/** Contact card or bot inspector: beside a conversation one of them, remembered; in a narrow window a drawer, opened anew each time. */
export function useSidePane(chatId: string | undefined): SidePane {
  const hasRoom = useMediaQuery('(min-width: 1120px)');
  const { contactShown, turnsShown, setContactShown, setTurnsShown } = useLayout();
  const [drawer, setDrawer] = useState<{ readonly chatId: string | undefined; readonly kind: SidePaneKind }>();
  const hasBot = useChat(chatId).data?.botId !== undefined;
  const beside = turnsShown && hasBot ? 'turns' : contactShown ? 'contact' : undefined;
  const over = drawer?.chatId === chatId ? drawer?.kind : undefined;
  const shown = hasRoom ? beside : over;

  const show = (kind: SidePaneKind | undefined): void => {
    if (!hasRoom) {
      setDrawer(kind && { chatId, kind });
      return;
    }
    setTurnsShown(kind === 'turns');
    // The card waits below the inspector, and is there again when that goes.
    if (kind === 'contact' || shown === 'contact') setContactShown(kind !== undefined);
  };
  return {
    shown,
    isDrawer: !hasRoom,
    toggle: (kind) => show(shown === kind ? undefined : kind),
    close: () => show(undefined),
  };
}
