import type { ChatChange } from '../chats/chat-change.ts';
import type { Change } from '../command.ts';
import { commands } from '../commands.ts';
import type { Entry } from '../nodes.ts';
import { deviceTransactions } from '../operators/devices.ts';
import { installationTransactions } from '../installation/installation.ts';
import type { Request } from '../thread.ts';

/** The request that stores nothing but tells all nodes something. */
export const TELL = 'tell';

/** What all nodes have to hear of a request that has run. */
export function entriesOf({ name, input }: Pick<Request, 'name' | 'input'>, value: unknown): readonly Entry[] {
  if (name === TELL) return [{ kind: 'told', ...(input as { readonly name: string; readonly data: unknown }) }];
  if (Object.hasOwn(commands, name)) {
    const { answer: _answer, ...change } = value as Change<unknown>;
    return Object.values(change).some((part) => part !== undefined) ? [{ kind: 'change', change }] : [];
  }
  if (Object.hasOwn(installationTransactions, name) || name === 'acceptInvitation')
    return [{ kind: 'settings', chats: (value as readonly ChatChange[] | undefined) ?? [] }];
  return Object.hasOwn(deviceTransactions, name) ? [{ kind: 'devices' }] : [];
}
