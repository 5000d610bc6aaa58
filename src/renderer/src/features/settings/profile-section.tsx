import { useTranslation } from 'react-i18next';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { named } from '#renderer/components/field.tsx';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { useDesktop } from '#renderer/rpc/use-desktop.ts';
import { useMe, useUpdateMe } from '#renderer/rpc/use-directory.ts';
import { KeyDialog, type NewKey, RenewKeyRow } from './operators/access-key.tsx';
import { DeviceList, useInviting } from './joining/joining.tsx';
import { ActionButton } from '#renderer/components/actions.tsx';
import { Group, Loaded, Section } from './parts/section.tsx';
import { OperatorPicture } from './parts/picture-field.tsx';
import { useSavedText } from '#renderer/components/saved-fields.tsx';
import { TextField } from '#renderer/components/text-field.tsx';

const { name: nameRule } = routes['operators.update'].input.shape;

/** The operator's profile, as colleagues and customers see it. */
export function ProfileSection() {
  const { t } = useTranslation(['settings', 'team']);
  const { get, dialogs } = useInviting();
  const [newKey, setNewKey] = useState<NewKey>();
  // The desktop app signs itself in.
  const isDesktop = useDesktop() !== undefined;
  return (
    <Section title={t('sections.profile')} lead={t('profile.lead')}>
      <Loaded of={useMe()}>
        {(me) => (
          <>
            <Profile me={me} />
            <Group title={t('team:joining.devices.title')} lead={t('team:joining.devices.lead')}>
              <DeviceList
                operatorId={me.id}
                label={t('team:joining.devices.title')}
                none={t('team:joining.devices.noneOwn')}
              />
              <ActionButton
                className="self-start"
                failed={t('team:joining.failed')}
                act={() => get((call) => call('devices.invite', {}))}
              >
                <Smartphone aria-hidden className="-ms-1 size-4" />
                {t('team:joining.devices.add')}
              </ActionButton>
              {dialogs}
            </Group>
            {!isDesktop && (
              <Group title={t('operators.access')}>
                <ul className="rounded-card border">
                  <RenewKeyRow operator={me} isMe onNewKey={setNewKey} />
                </ul>
                <KeyDialog newKey={newKey} onClose={() => setNewKey(undefined)} />
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Profile({ me }: { readonly me: Operator }) {
  const { t } = useTranslation(['settings', 'team']);
  const { mutateAsync } = useUpdateMe();
  const name = useSavedText({
    field: 'name',
    label: t('profile.name'),
    saved: me.name,
    rule: nameRule.unwrap(),
    save: (value) => mutateAsync({ name: value }),
  });
  return (
    <div className="flex flex-col gap-5">
      <TextField typed={name} {...named('settings:profile.name')} autoComplete="name" />
      <OperatorPicture {...named('settings:profile.photo')} operator={me} />
      <div className="flex flex-col gap-2 rounded-card border bg-raised p-4">
        <p className="text-meta text-ink-quiet">{t('profile.preview')}</p>
        <div className="flex items-end gap-2.5">
          <OperatorAvatar operator={{ ...me, name: name.value }} size={32} />
          <div>
            <p className="mb-1 text-meta font-medium text-ink-quiet">{name.value}</p>
            <p className="w-fit rounded-bubble bg-customer-tint px-3 py-1.5 text-message">{t('profile.previewLine')}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
