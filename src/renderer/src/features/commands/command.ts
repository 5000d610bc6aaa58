import type { ComponentType } from 'react';

/** Groups of the palette, in their order where nothing is searched for. */
export const commandGroups = ['chat', 'chats', 'go', 'you', 'appearance'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One thing that can be done now, by its name. */
export interface Command {
  /** the same from start to start, so that what was used is known again: `take`, `/settings/bots`, `/chat/7` */
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** beside the label, quiet; found by it too */
  readonly hint?: string;
  /** further words that it is found by */
  readonly also?: string;
  /** its key as it is shown */
  readonly shortcut?: string | undefined;
  readonly icon: ComponentType<{ readonly className?: string; readonly 'aria-hidden'?: boolean }>;
  readonly run: () => void;
}
