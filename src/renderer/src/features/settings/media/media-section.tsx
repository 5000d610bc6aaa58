import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useAct, useChange } from '#renderer/rpc/ask.ts';
import { useMediaSettings } from '#renderer/rpc/use-directory.ts';
import { type MediaForm, mediaForm, type MediaSettings, mediaSettings } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { AskFirst, DangerRow } from '../parts/act.tsx';
import { Loaded, Group, Section } from '../parts/section.tsx';
import { fieldsOf, saveField, SavedNumber } from '../parts/saved-field.tsx';
import { sizeWords } from '#renderer/components/amounts.ts';
import { StickerGroup } from './sticker-group.tsx';

/** What is fetched of customers' files, what becomes of those sent from here, and the stickers. */
export function MediaSection() {
  const { t } = useTranslation('settings');
  return (
    <Loaded of={useMediaSettings({ countedAnew: true })}>
      {(media) => (
        <Section title={t('sections.media')} lead={t('media.lead')}>
          <Incoming {...media} />
          <Outgoing {...media} />
          <StickerGroup />
        </Section>
      )}
    </Loaded>
  );
}

type Media = RouteOutput<'media.settings'>;

type NumberName = {
  readonly [Name in keyof MediaSettings]: MediaSettings[Name] extends number ? Name : never;
}[keyof MediaSettings];

function useNumbers(settings: MediaSettings) {
  const of = fieldsOf(settings, useChangeOfMedia().mutateAsync);
  return (name: NumberName) => ({ ...of(name), rule: mediaSettings.shape[name].unwrap() });
}

function Incoming({ settings, used }: Media) {
  const { t } = useTranslation('settings');
  const numberOf = useNumbers(settings);
  return (
    <Group title={t('media.inTitle')} lead={t('media.inLead')}>
      <SavedNumber
        {...numberOf('unasked')}
        label={t('media.unasked')}
        hint={t('media.unaskedHint')}
        aside={t('media.megabytes')}
      />
      <SavedNumber
        {...numberOf('largest')}
        label={t('media.largest')}
        hint={t('media.largestHint')}
        aside={t('media.megabytes')}
      />
      <SavedNumber
        {...numberOf('seconds')}
        label={t('media.seconds')}
        hint={t('media.secondsHint')}
        aside={t('media.secondsUnit')}
      />
      <Forms chosen={settings.forms} />
      <SavedNumber
        {...numberOf('quota')}
        label={t('media.quota')}
        hint={t('media.quotaHint')}
        aside={`${t('media.megabytes')}, ${t('media.used', { size: sizeWords(used) })}`}
      />
      <ul className="rounded-card border bg-raised">
        <ClearRow />
      </ul>
    </Group>
  );
}

function Forms({ chosen }: { readonly chosen: readonly MediaForm[] }) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeOfMedia();
  const choose = (form: MediaForm, isChosen: boolean): void => {
    const value = mediaForm.options.filter((each) => (each === form ? isChosen : chosen.includes(each)));
    void saveField({
      field: 'forms',
      label: t('media.forms'),
      saved: [...chosen],
      value,
      save: (forms) => mutateAsync({ forms }),
    });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-ui font-medium">{t('media.forms')}</legend>
      <div className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {mediaForm.options.map((form) => (
          <Checkbox
            key={form}
            checked={chosen.includes(form)}
            onCheckedChange={(isChosen) => choose(form, isChosen)}
            className="px-3.5 py-2.5"
          >
            {t(`media.formNames.${form}`)}
          </Checkbox>
        ))}
      </div>
      <p className="text-ui text-ink-quiet">{t('media.formsHint')}</p>
    </fieldset>
  );
}

function ClearRow() {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useAct('media.clear', 'media.settings');
  return (
    <DangerRow title={t('media.clearTitle')} lead={t('media.clearLead')}>
      <AskFirst
        label={t('media.clear')}
        title={t('media.clearAsk')}
        will={[t('media.clearWill.1'), t('media.clearWill.2')]}
        confirmLabel={t('media.clearConfirm')}
        failed={t('media.failed')}
        act={async () => {
          await mutateAsync({});
          say(t('media.cleared'));
        }}
      />
    </DangerRow>
  );
}

function Outgoing({ settings, hosted }: Media) {
  const { t } = useTranslation('settings');
  const numberOf = useNumbers(settings);
  return (
    <Group title={t('media.outTitle')} lead={t('media.outLead')}>
      <SavedNumber
        {...numberOf('hostedDays')}
        label={t('media.hostedDays')}
        hint={t('media.hostedDaysHint')}
        aside={`${t('media.days')}, ${t('media.hosted', { count: hosted })}`}
      />
    </Group>
  );
}

function useChangeOfMedia() {
  return useChange('media.updateSettings', 'media.settings', {
    after: (settings, known) => known && { ...known, settings },
    inTurn: true,
  });
}
