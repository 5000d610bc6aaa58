import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UserPlus, X } from 'lucide-react';
import { notifyFailure } from '#renderer/components/toaster.tsx';
import { useConsole } from '#renderer/rpc/console-context.tsx';
import { metaFor, useCachedMutation, useRouteMutation } from '#renderer/rpc/ask.ts';
import type { TestSample, TestSwitches } from '#shared/contract/test-customer.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Field, RowField, Input } from '#renderer/components/field.tsx';
import { createKept } from '#renderer/components/page-state.ts';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';

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

/** The test customer of a channel. */
export interface Identity {
  /** `sender.id` as JSON text: as which it is sent */
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

/** The customer last used on this channel, or a new one; kept on this device. */
export function keepIdentity(channelId: string) {
  const useIdentity = createKept(`test-customer.${channelId}`, newIdentity());
  // Stores a new one.
  useIdentity.setState({});
  return useIdentity;
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

export interface ControlsProps {
  readonly channel: Channel;
  readonly channels: readonly Channel[];
  readonly onChooseChannel: (channelId: string) => void;
  readonly identity: Identity;
  readonly onBecome: (identity: Identity) => void;
  /** undefined until known */
  readonly switches: TestSwitches | undefined;
  readonly onClose?: () => void;
}

/** Controls that no real customer has: identity, channel, and how replies are answered. */
export function Controls({ channel, channels, onChooseChannel, identity, onBecome, switches, onClose }: ControlsProps) {
  const { t } = useTranslation('channels');
  const failed = (error: unknown): void => notifyFailure(t('testCustomer.control.failed'), error);
  const renaming = useCachedMutation('testCustomer.open', 'testCustomer.open', {
    cachedInput: ({ senderId }) => ({ channelId: channel.id, senderId }),
    after: (session) => session,
  });
  // Sent with the next message.
  const rename = (name: string): void => {
    const renamed = { ...identity, name: name.trim() };
    onBecome(renamed);
    renaming.mutate({ channelId: channel.id, ...renamed }, { onError: failed });
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start gap-2">
        <div className="flex-1">
          <h2 className="text-heading font-semibold">{t('testCustomer.control.title')}</h2>
          <p className="text-ui text-ink-quiet">{t('testCustomer.control.lead')}</p>
        </div>
        {onClose !== undefined && (
          <IconButton label={t('testCustomer.control.close')} icon={<X />} className="-mt-1 -me-2" onClick={onClose} />
        )}
      </div>
      {channels.length > 1 && (
        <Field label={t('testCustomer.control.channel')}>
          <Select
            value={channel.id}
            choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={onChooseChannel}
          />
        </Field>
      )}
      <BlurField
        label={t('testCustomer.control.name')}
        hint={t('testCustomer.control.nameHint')}
        placeholder={t('testCustomer.control.namePlaceholder')}
        value={identity.name}
        onLeave={rename}
      />
      <BlurField
        label={t('testCustomer.control.id')}
        hint={t('testCustomer.control.idHint')}
        value={typedIdOf(identity.senderId)}
        errorOf={(id) => (senderIdOf(id) === undefined ? t('testCustomer.control.idEmpty') : undefined)}
        onLeave={(id) => {
          const senderId = senderIdOf(id);
          if (senderId !== undefined && senderId !== identity.senderId) onBecome({ ...identity, senderId });
        }}
      />
      <Button className="self-start" onClick={() => onBecome(newIdentity())}>
        <UserPlus aria-hidden className="size-4" />
        {t('testCustomer.control.newCustomer')}
      </Button>
      {switches !== undefined && <SwitchControls switches={switches} />}
    </div>
  );
}

interface BlurFieldProps extends Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength'> {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly errorOf?: (typed: string) => string | undefined;
  /** a new value, on blur or Enter */
  readonly onLeave: (typed: string) => void;
}

/** A field that commits on blur. */
function BlurField({ label, hint, value, errorOf, onLeave, ...input }: BlurFieldProps) {
  const [typed, setTyped] = useState(value);
  const leave = () => {
    if (typed.trim() !== value) onLeave(typed);
  };
  return (
    <Field label={label} hint={hint} error={errorOf?.(typed)}>
      <Input
        maxLength={255}
        {...input}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
        }}
      />
    </Field>
  );
}

/** How the customer's side answers replies: normally, with an error, or not at all. */
function SwitchControls({ switches }: { readonly switches: TestSwitches }) {
  const { t } = useTranslation('channels');
  const change = useRouteMutation('testCustomer.setSwitches', 'testCustomer.open');
  const set = (changed: Partial<TestSwitches>): void =>
    change.mutate(changed, { onError: (error) => notifyFailure(t('testCustomer.control.failed'), error) });
  const shown = { ...switches, ...(change.isPending && change.variables) };
  const { answerWithError: answer } = switches;
  return (
    <section className="flex flex-col gap-4 border-t pt-5">
      <div>
        <h3 className="text-ui font-semibold">{t('testCustomer.control.behaviour')}</h3>
        <p className="text-ui text-ink-quiet">{t('testCustomer.control.everyone')}</p>
      </div>
      <RowField label={t('testCustomer.control.error')} hint={t('testCustomer.control.errorHint')}>
        <Switch
          checked={shown.answerWithError !== null}
          onCheckedChange={(on) => {
            const error = { code: 'customer_gone', message: t('testCustomer.control.defaultError.message') };
            set({ answerWithError: on ? error : null });
          }}
        />
      </RowField>
      {answer !== null && (
        <div className="flex flex-col gap-3 border-s-2 border-hairline ps-3">
          <BlurField
            label={t('testCustomer.control.code')}
            value={answer.code}
            maxLength={64}
            onLeave={(code) => set({ answerWithError: { ...answer, code } })}
          />
          <BlurField
            label={t('testCustomer.control.message')}
            value={answer.message}
            maxLength={500}
            onLeave={(message) => set({ answerWithError: { ...answer, message } })}
          />
        </div>
      )}
      <RowField label={t('testCustomer.control.down')} hint={t('testCustomer.control.downHint')}>
        <Switch checked={shown.beDown} onCheckedChange={(beDown) => set({ beDown })} />
      </RowField>
    </section>
  );
}
