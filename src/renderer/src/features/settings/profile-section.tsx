import { useTranslation } from 'react-i18next';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { routes } from '#shared/contract/routes.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { Avatar } from '#renderer/components/avatar.tsx';
import { useMe, useUpdateMe } from '#renderer/rpc/use-operators.ts';
import { FieldsSkeleton, NotLoaded } from './parts/query-states.tsx';
import { saveOnLeave } from './parts/save-on-leave.ts';
import { Section } from './parts/section.tsx';
import { TextField } from './parts/text-field.tsx';

const { name, photo } = routes['operators.update'].input.shape;
const profileForm = z.object({ name: name.unwrap(), photo: photo.unwrap() });
type ProfileForm = z.infer<typeof profileForm>;

/** Who the operator is, as colleagues and customers see it. */
export function ProfileSection() {
  const { t } = useTranslation('settings');
  const me = useMe();
  return (
    <Section title={t('sections.profile')} lead={t('profile.lead')}>
      {me.data !== undefined ? (
        <Profile me={me.data} />
      ) : me.isError ? (
        <NotLoaded onRetry={() => void me.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </Section>
  );
}

function Profile({ me }: { readonly me: Operator }) {
  const { t } = useTranslation('settings');
  const update = useUpdateMe();
  const saved: ProfileForm = { name: me.name, photo: me.photo ?? '' };
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileForm),
    mode: 'onChange',
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });

  const leave = async (field: keyof ProfileForm, label: string) => {
    const typed = profileForm.shape[field].safeParse(form.getValues(field));
    if (!typed.success) return;
    form.setValue(field, typed.data);
    await saveOnLeave({
      field,
      label,
      before: saved[field],
      value: typed.data,
      save: async (value) => {
        await update.mutateAsync({ [field]: value });
        form.resetField(field, { defaultValue: value });
      },
      onProblem: (message) => form.setError(field, { message }),
    });
  };

  return (
    <div className="flex flex-col gap-5">
      <TextField
        control={form.control}
        name="name"
        label={t('profile.name')}
        hint={t('profile.nameHint')}
        autoComplete="name"
        onLeave={() => void leave('name', t('profile.name'))}
      />
      <TextField
        control={form.control}
        name="photo"
        label={t('profile.photo')}
        hint={t('profile.photoHint')}
        placeholder={'https://'}
        inputMode="url"
        spellCheck={false}
        onLeave={() => void leave('photo', t('profile.photo'))}
      />
      <div className="flex flex-col gap-2 rounded-card border bg-raised p-4">
        <p className="text-meta text-ink-quiet">{t('profile.preview')}</p>
        <div className="flex items-end gap-2.5">
          <Avatar name={form.watch('name')} seed={me.id} size={32} />
          <div>
            <p className="mb-1 text-meta font-medium text-ink-quiet">{form.watch('name')}</p>
            <p className="w-fit rounded-bubble bg-customer-tint px-3 py-1.5 text-message">{t('profile.previewLine')}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
