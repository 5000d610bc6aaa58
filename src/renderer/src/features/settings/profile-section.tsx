import { useTranslation } from 'react-i18next';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { useMe, useUpdateMe } from '#renderer/rpc/use-directory.ts';
import { Loaded, Section } from './parts/section.tsx';
import { SavedText, useSavedText } from './parts/saved-field.tsx';
import { TextLine } from './parts/text-line.tsx';

const { name: nameRule, photo: photoRule } = routes['operators.update'].input.shape;

/** Who the operator is, as colleagues and customers see it. */
export function ProfileSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.profile')} lead={t('profile.lead')}>
      <Loaded of={useMe()}>{(me) => <Profile me={me} />}</Loaded>
    </Section>
  );
}

function Profile({ me }: { readonly me: Operator }) {
  const { t } = useTranslation('settings');
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
      <TextLine typed={name} label={t('profile.name')} hint={t('profile.nameHint')} autoComplete="name" />
      <SavedText
        field="photo"
        label={t('profile.photo')}
        hint={t('profile.photoHint')}
        placeholder={'https://'}
        inputMode="url"
        spellCheck={false}
        saved={me.photo ?? ''}
        rule={photoRule.unwrap()}
        save={(photo) => mutateAsync({ photo })}
      />
      <div className="flex flex-col gap-2 rounded-card border bg-raised p-4">
        <p className="text-meta text-ink-quiet">{t('profile.preview')}</p>
        <div className="flex items-end gap-2.5">
          <Avatar name={name.value} seed={me.id} size={32} />
          <div>
            <p className="mb-1 text-meta font-medium text-ink-quiet">{name.value}</p>
            <p className="w-fit rounded-bubble bg-customer-tint px-3 py-1.5 text-message">{t('profile.previewLine')}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
