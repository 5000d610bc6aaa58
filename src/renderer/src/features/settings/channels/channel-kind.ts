import type { FunctionComponent } from 'react';
import type { Opened } from '#renderer/components/actions.tsx';
import type { RouteOutput } from '#shared/contract/routes.ts';

/** A channel as listed, with its number of open chats. */
export type ListedChannel = RouteOutput<'channels.list'>['channels'][number];

export interface ChannelPageProps {
  readonly channel: ListedChannel;
  /** the path after the channel's id; left out: the first tab */
  readonly tab: string | undefined;
}

export interface AddDialogProps extends Opened {
  /** those that there are */
  readonly channels: readonly ListedChannel[];
}

/** The settings screens of a kind of channel. */
export interface ChannelKindScreens {
  readonly Page: FunctionComponent<ChannelPageProps>;
  readonly AddDialog: FunctionComponent<AddDialogProps>;
  /** of each of its channels, above the list */
  readonly Hint?: FunctionComponent<{ readonly channel: ListedChannel }>;
}
