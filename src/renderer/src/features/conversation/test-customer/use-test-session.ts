import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { metaFor } from '#renderer/rpc/may.ts';
import type { TestSample, TestSwitches } from '#shared/contract/test-customer.ts';

/** The customer's side of a chat, kept up to date by events. Opening an existing one continues it. */
export function useTestSession(channelId: string, { senderId, name }: Identity) {
  const { call } = useConsole();
  return useQuery({
    // Whatever the customer's current name.
    queryKey: ['testCustomer.open', { channelId, senderId }],
    queryFn: () => call('testCustomer.open', { channelId, senderId, name }),
    meta: metaFor('owner'),
  });
}

/** What the customer can send. Messages are sent one at a time, in order. */
export function useSending(channelId: string, senderId: string) {
  const { t } = useTranslation('channels');
  const { call } = useConsole();
  const who = { channelId, senderId };
  const scope = { id: `test-customer-${channelId}-${senderId}` };
  const onError = (error: unknown) => notifyFailure(t('testCustomer.notSent'), error);
  return {
    text: useMutation({
      scope,
      onError,
      mutationFn: (text: string) => call('testCustomer.send', { ...who, text }),
    }),
    sample: useMutation({
      scope,
      onError,
      mutationFn: (sample: TestSample) => call('testCustomer.sendSample', { ...who, sample }),
    }),
    typing: useCallback(
      (typing: boolean) => call('testCustomer.typing', { channelId, senderId, typing }),
      [call, channelId, senderId],
    ),
  };
}

/** Renames the customer; sent with the next message. */
export function useRename(channelId: string) {
  const { t } = useTranslation('channels');
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: ({ senderId, name }: Identity) => call('testCustomer.open', { channelId, senderId, name }),
    onSuccess: (session) =>
      queryClient.setQueryData(['testCustomer.open', { channelId, senderId: session.senderId }], session),
    onError: (error) => notifyFailure(t('testCustomer.control.failed'), error),
  });
}

/** Changes how replies are answered. */
export function useSwitches() {
  const { t } = useTranslation('channels');
  const { call, queryClient } = useConsole();
  return useMutation({
    mutationFn: (switches: Partial<TestSwitches>) => call('testCustomer.setSwitches', switches),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['testCustomer.open'] }),
    onError: (error) => notifyFailure(t('testCustomer.control.failed'), error),
  });
}

/** The test customer of a channel. */
export interface Identity {
  /** `sender.id` as JSON text: `"7"` and `7` are two customers */
  readonly senderId: string;
  readonly name: string;
}

const NAMES = ['Anna', 'Tom', 'Mia', 'Leo', 'Nora', 'Ben', 'Ida', 'Max'] as const;

/** A new customer. */
export function newIdentity(): Identity {
  const [one = 0, two = 0] = crypto.getRandomValues(new Uint32Array(2));
  return {
    senderId: JSON.stringify(`test-${one.toString(36).padStart(7, '0')}`),
    name: NAMES[two % NAMES.length] ?? NAMES[0],
  };
}

const keyOf = (channelId: string) => `counterbell.test-customer.${channelId}`;

/** The customer last used on this channel, or a new one. */
export function loadIdentity(storage: Storage, channelId: string): Identity {
  const stored = storage.getItem(keyOf(channelId));
  const kept = stored === null ? undefined : parseIdentity(stored);
  if (kept !== undefined) return kept;
  const fresh = newIdentity();
  saveIdentity(storage, channelId, fresh);
  return fresh;
}

export function saveIdentity(storage: Storage, channelId: string, identity: Identity): void {
  storage.setItem(keyOf(channelId), JSON.stringify(identity));
}

function parseIdentity(stored: string): Identity | undefined {
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null || !('senderId' in value) || !('name' in value)) return undefined;
    const { senderId, name } = value;
    return typeof senderId === 'string' && typeof name === 'string' ? { senderId, name } : undefined;
  } catch {
    return undefined;
  }
}

/** A typed id as JSON text: digits are a number; quoted digits and everything else a string. Undefined if empty. */
export function senderIdOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^("-?\d+"|-?(0|[1-9]\d*))$/.test(text) ? text : JSON.stringify(text);
}

/** An id as shown in the field. */
export function typedIdOf(senderId: string): string {
  const bare = senderId.startsWith('"') ? String(JSON.parse(senderId)) : senderId;
  return senderIdOf(bare) === senderId ? bare : senderId;
}
