import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '#shared/domain/entities.ts';
import type { TestSwitches } from '#shared/contract/test-customer.ts';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Field, RowField } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/text-input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { type Identity, newIdentity, senderIdOf, typedIdOf, useRename, useSwitches } from './use-test-session.ts';

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
  const rename = useRename(channel.id);
  const become = (name: string) => {
    const renamed = { ...identity, name: name.trim() };
    onBecome(renamed);
    rename.mutate(renamed);
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
        onLeave={become}
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

interface LeftFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly errorOf?: (typed: string) => string | undefined;
  /** a new value, on blur or Enter */
  readonly onLeave: (typed: string) => void;
}

/** A field that commits on blur. */
function BlurField({ label, hint, placeholder, value, maxLength = 255, errorOf, onLeave }: LeftFieldProps) {
  const [typed, setTyped] = useState(value);
  const leave = () => {
    if (typed.trim() !== value) onLeave(typed);
  };
  return (
    <Field label={label} hint={hint} error={errorOf?.(typed)}>
      <Input
        value={typed}
        maxLength={maxLength}
        spellCheck={false}
        placeholder={placeholder}
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
  const change = useSwitches();
  const shown = { ...switches, ...(change.isPending ? change.variables : {}) };
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
          onCheckedChange={(on) =>
            change.mutate({
              answerWithError: on
                ? { code: 'customer_gone', message: t('testCustomer.control.defaultError.message') }
                : null,
            })
          }
        />
      </RowField>
      {answer !== null && (
        <div className="flex flex-col gap-3 border-s-2 border-hairline ps-3">
          <BlurField
            label={t('testCustomer.control.code')}
            value={answer.code}
            maxLength={64}
            onLeave={(code) => change.mutate({ answerWithError: { ...answer, code } })}
          />
          <BlurField
            label={t('testCustomer.control.message')}
            value={answer.message}
            maxLength={500}
            onLeave={(message) => change.mutate({ answerWithError: { ...answer, message } })}
          />
        </div>
      )}
      <RowField label={t('testCustomer.control.down')} hint={t('testCustomer.control.downHint')}>
        <Switch checked={shown.beDown} onCheckedChange={(beDown) => change.mutate({ beDown })} />
      </RowField>
    </section>
  );
}
