import { useTranslation } from 'react-i18next';
import { CheckCard } from '../parts/check-card.tsx';
import { notify } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useCachedMutation } from '#renderer/rpc/ask.ts';
import { useMay } from '#renderer/rpc/may.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { mediaForm, type MediaSettings, mediaSettings } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ConfirmButton } from '#renderer/components/actions.tsx';
import { DangerRow, Loaded, Group, Section } from '../parts/section.tsx';
import { ForDevelopers } from '../parts/more.tsx';
import { fieldsOf, saveField, SavedNumber } from '../parts/saved-field.tsx';
import { formatBytes } from '#renderer/components/amounts.ts';
import { StickerGroup } from './sticker-group.tsx';

/** Downloading customers' files and keeping sent ones, which owners decide, and everyone's stickers. */
export function MediaSection() {
  const { t } = useTranslation('settings');
  if (useMay('owner') !== true)
    return (
      <Section title={t('sections.media')}>
        <StickerGroup />
      </Section>
    );
  return <AllMedia />;
}

function AllMedia() {
  const { t } = useTranslation('settings');
  return (
    <Loaded of={useMediaSettings({ refetchCounts: true })}>
      {(media) => (
        <Section title={t('sections.media')} lead={t('media.lead')}>
          <StorageSettings {...media} />
          <StickerGroup />
          <ForDevelopers>
            <Limits {...media} />
          </ForDevelopers>
        </Section>
      )}
    </Loaded>
  );
}

type Media = RouteOutput<'media.settings'>;

type NumberName = {
  readonly [Name in keyof MediaSettings]: MediaSettings[Name] extends number ? Name : never;
}[keyof MediaSettings];

interface MediaNumberProps extends Pick<Media, 'settings'> {
  readonly name: NumberName;
  readonly aside: string;
}

function MediaNumber({ settings, name, aside }: MediaNumberProps) {
  const { t } = useTranslation('settings');
  const of = fieldsOf(settings, useUpdateMediaSettings().mutateAsync);
  return (
    <SavedNumber
      {...of(name)}
      rule={mediaSettings.shape[name].unwrap()}
      label={t(`media.${name}`)}
      hint={t(`media.${name}Hint`)}
      aside={aside}
    />
  );
}

/** How much space files may take, and how long customers can fetch sent ones. */
function StorageSettings({ settings, used, hosted }: Media) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('media.keptTitle')} lead={t('media.inLead')}>
      <MediaNumber
        settings={settings}
        name="quota"
        aside={`${t('media.megabytes')}, ${t('media.used', { size: formatBytes(used) })}`}
      />
      <MediaNumber
        settings={settings}
        name="hostedDays"
        aside={`${t('media.days')}, ${t('media.hosted', { count: hosted })}`}
      />
      <ul className="rounded-card border bg-raised">
        <ClearRow />
      </ul>
    </Group>
  );
}

/** Which of customers' files are downloaded, and the limits. */
function Limits({ settings }: Pick<Media, 'settings'>) {
  const { t } = useTranslation('settings');
  const megabytes = t('media.megabytes');
  return (
    <>
      <MediaNumber settings={settings} name="unasked" aside={megabytes} />
      <MediaNumber settings={settings} name="largest" aside={megabytes} />
      <MediaNumber settings={settings} name="seconds" aside={t('media.secondsUnit')} />
      <Forms settings={settings} />
    </>
  );
}

function Forms({ settings }: Pick<Media, 'settings'>) {
  const { t } = useTranslation('settings');
  const of = fieldsOf(settings, useUpdateMediaSettings().mutateAsync);
  const label = t('media.forms');
  return (
    <CheckCard
      label={label}
      hint={t('media.formsHint')}
      choices={mediaForm.options.map((value) => ({ value, title: t(`media.formNames.${value}`) }))}
      chosen={settings.forms}
      onChange={(value, saved) => saveField({ ...of('forms'), label, saved: [...saved], value })}
    />
  );
}

function ClearRow() {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useRouteMutation('media.clear', 'media.settings');
  return (
    <DangerRow title={t('media.clearTitle')} lead={t('media.clearLead')}>
      <ConfirmButton
        label={t('media.clear')}
        title={t('media.clearAsk')}
        will={[t('media.clearWill.1'), t('media.clearWill.2')]}
        confirmLabel={t('media.clearConfirm')}
        failed={t('media.failed')}
        act={async () => {
          await mutateAsync({});
          notify(t('media.cleared'));
        }}
      />
    </DangerRow>
  );
}

function useUpdateMediaSettings() {
  return useCachedMutation('media.updateSettings', 'media.settings', {
    after: (settings, known) => known && { ...known, settings },
    sequential: true,
  });
}
