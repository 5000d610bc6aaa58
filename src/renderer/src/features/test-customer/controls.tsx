import { useTranslation } from 'react-i18next';
import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '#shared/domain/entities.ts';
import type { TestSwitches } from '#shared/contract/test-customer.ts';
import { Button, IconButton } from '#renderer/components/button.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Input } from '#renderer/components/input.tsx';
import { Select } from '#renderer/components/select.tsx';
import { newIdentity, senderIdOf, typedIdOf, type Identity } from './identity.ts';
import { SwitchControls } from './switch-controls.tsx';
import { useRename } from './use-test-session.ts';

export interface ControlsProps {
  readonly channel: Channel;
  readonly channels: readonly Channel[];
  readonly onChooseChannel: (channelId: string) => void;
  readonly identity: Identity;
  readonly onBecome: (identity: Identity) => void;
  /** undefined while they are not known */
  readonly switches: TestSwitches | undefined;
  readonly onClose?: () => void;
}

/** What a customer's window would not have: who to be, on which channel, and how to answer replies. */
export function Controls({ channel, channels, onChooseChannel, identity, onBecome, switches, onClose }: ControlsProps) {
  const { t } = useTranslation('channels');
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
      <IdentityFields channelId={channel.id} identity={identity} onBecome={onBecome} />
      {switches !== undefined && <SwitchControls switches={switches} />}
    </div>
  );
}

interface IdentityFieldsProps {
  readonly channelId: string;
  readonly identity: Identity;
  readonly onBecome: (identity: Identity) => void;
}

function IdentityFields({ channelId, identity, onBecome }: IdentityFieldsProps) {
  const { t } = useTranslation('channels');
  const [name, setName] = useState(identity.name);
  const [id, setId] = useState(typedIdOf(identity.senderId));
  const rename = useRename(channelId);
  const senderId = senderIdOf(id);

  const leaveName = () => {
    if (name.trim() === identity.name) return;
    const renamed = { ...identity, name: name.trim() };
    onBecome(renamed);
    rename.mutate(renamed);
  };
  const leaveId = () => {
    if (senderId !== undefined && senderId !== identity.senderId) onBecome({ ...identity, senderId });
  };

  return (
    <>
      <Field label={t('testCustomer.control.name')} hint={t('testCustomer.control.nameHint')}>
        <Input
          value={name}
          maxLength={255}
          placeholder={t('testCustomer.control.namePlaceholder')}
          onChange={(event) => setName(event.target.value)}
          onBlur={leaveName}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leaveName();
          }}
        />
      </Field>
      <Field
        label={t('testCustomer.control.id')}
        hint={t('testCustomer.control.idHint')}
        error={senderId === undefined ? t('testCustomer.control.idEmpty') : undefined}
      >
        <Input
          value={id}
          maxLength={255}
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
          onBlur={leaveId}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leaveId();
          }}
        />
      </Field>
      <Button className="self-start" onClick={() => onBecome(newIdentity())}>
        <UserPlus aria-hidden className="size-4" />
        {t('testCustomer.control.newCustomer')}
      </Button>
    </>
  );
}
