import { useMutation, useQuery } from '@tanstack/react-query';
import type { Answer } from '#shared/contract/errors.ts';
import type { RouteInput } from '#shared/contract/routes.ts';
import { useConsole } from './console-context.tsx';
import { keys } from './query-keys.ts';
import { refused } from './refused.ts';
import { Unreachable } from './transport.ts';

/** Changes go to the engine one after the other, in the order in which they were made. */
const IN_TURN = { id: 'backups' } as const;

/** The backups there are, and how they are made. */
export function useBackups() {
  const { call } = useConsole();
  return useQuery({ queryKey: keys.backups, queryFn: () => call('backups.list', {}) });
}

/** What a backup says of itself; asked for when it is looked at. */
export function useBackupPreview(name: string | undefined) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.backup(name ?? ''),
    queryFn: () => call('backups.preview', { name: name ?? '' }),
    enabled: name !== undefined,
    retry: false,
  });
}

/** Makes, restores, adds and takes away backups, and changes how they are made. */
export function useBackupChanges() {
  const { call, queryClient } = useConsole();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: keys.backups });
  return {
    change: useMutation({
      scope: IN_TURN,
      mutationFn: (change: RouteInput<'backups.change'>) => call('backups.change', change),
      onSuccess,
    }),
    make: useMutation({ mutationFn: (wish: RouteInput<'backups.make'>) => call('backups.make', wish), onSuccess }),
    restore: useMutation({
      mutationFn: (wish: RouteInput<'backups.restore'>) => call('backups.restore', wish),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (name: string) => call('backups.remove', { name }), onSuccess }),
    add: useMutation({ mutationFn: addBackup, onSuccess }),
  };
}

/** What would go with a customer; asked for when it is looked at. */
export function useErasePreview(customerId: string, isWanted: boolean) {
  const { call } = useConsole();
  return useQuery({
    queryKey: keys.erasing(customerId),
    queryFn: () => call('privacy.previewErase', { customerId }),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Brings a backup here that was kept elsewhere; gives its name. Rejects with ContractError, or Unreachable. */
async function addBackup(file: File): Promise<string> {
  const response = await fetch(`/media/backups?size=${String(file.size)}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  }).catch((error: unknown) => {
    throw new Unreachable(error);
  });
  const answer = (await response.json()) as Answer | { readonly name: string };
  if ('name' in answer) return answer.name;
  if (answer.ok) throw new Unreachable('no name');
  throw refused(answer.error);
}
