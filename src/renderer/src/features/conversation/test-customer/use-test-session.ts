import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';
import { i18n } from '#renderer/language/i18n.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ContractError } from '#shared/contract/errors.ts';
import type { TestSample, TestSwitches } from '#shared/contract/test-customer.ts';
import { notifyError } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { metaFor } from '#renderer/rpc/may.ts';
import type { Identity } from './identity.ts';

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

function notifyFailure(what: string, error: unknown): void {
  notifyError(what, error instanceof ContractError ? error.message : i18n.t('channels:testCustomer.notAnswering'));
}
