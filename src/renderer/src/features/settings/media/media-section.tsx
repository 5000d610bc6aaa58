import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say, sayTrouble } from '#renderer/components/toaster.tsx';
import { useClearMedia, useMediaSettings, useChangeMediaSettings } from '#renderer/rpc/use-media-settings.ts';
import { type MediaForm, mediaForm, type MediaSettings } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { DangerRow, Sentences } from '../parts/danger-row.tsx';
import { FieldsSkeleton, NotLoaded } from '../parts/query-states.tsx';
import { Group, Section } from '../parts/section.tsx';
import { tellTrouble } from '../parts/trouble.ts';
import { MediaNumber } from './media-number.tsx';
import { sizeWords } from '#renderer/components/amounts.ts';
import { StickerGroup } from './sticker-group.tsx';
import { saveOnLeave } from '../parts/save-on-leave.ts';

interface Choice<Field extends keyof MediaSettings> {
  readonly field: Field;
  /** its name on the screen */
  readonly label: string;
  readonly before: MediaSettings[Field];
  readonly value: MediaSettings[Field];
}

/** What is fetched of customers' files, what becomes of those sent from here, and the stickers. */
export function MediaSection() {
  const { t } = useTranslation('settings');
  const { data, isError, refetch } = useMediaSettings({ countedAnew: true });
  if (data === undefined) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
  return (
    <Section title={t('sections.media')} lead={t('media.media.lead')}>
      <Incoming {...data} />
      <Outgoing {...data} />
      <StickerGroup />
    </Section>
  );
}

type Media = RouteOutput<'media.settings'>;

function Incoming({ settings, used }: Media) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('media.media.inTitle')} lead={t('media.media.inLead')}>
      <MediaNumber
        name="unasked"
        label={t('media.media.unasked')}
        hint={t('media.media.unaskedHint')}
        aside={t('media.media.megabytes')}
        saved={settings.unasked}
      />
      <MediaNumber
        name="largest"
        label={t('media.media.largest')}
        hint={t('media.media.largestHint')}
        aside={t('media.media.megabytes')}
        saved={settings.largest}
      />
      <MediaNumber
        name="seconds"
        label={t('media.media.seconds')}
        hint={t('media.media.secondsHint')}
        aside={t('media.media.secondsUnit')}
        saved={settings.seconds}
      />
      <Forms chosen={settings.forms} />
      <MediaNumber
        name="quota"
        label={t('media.media.quota')}
        hint={t('media.media.quotaHint')}
        aside={`${t('media.media.megabytes')}, ${t('media.media.used', { size: sizeWords(used) })}`}
        saved={settings.quota}
      />
      <ul className="rounded-card border bg-raised">
        <ClearRow />
      </ul>
    </Group>
  );
}

function Forms({ chosen }: { readonly chosen: readonly MediaForm[] }) {
  const { t } = useTranslation('settings');
  const save = useSaveMedia();
  const choose = (form: MediaForm, isChosen: boolean): void => {
    const value = mediaForm.options.filter((each) => (each === form ? isChosen : chosen.includes(each)));
    save({ field: 'forms', label: t('media.media.forms'), before: [...chosen], value });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-ui font-medium">{t('media.media.forms')}</legend>
      <div className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {mediaForm.options.map((form) => (
          <Checkbox
            key={form}
            checked={chosen.includes(form)}
            onCheckedChange={(isChosen) => choose(form, isChosen)}
            className="px-3.5 py-2.5"
          >
            {t(`media.media.formNames.${form}`)}
          </Checkbox>
        ))}
      </div>
      <p className="text-ui text-ink-quiet">{t('media.media.formsHint')}</p>
    </fieldset>
  );
}

function ClearRow() {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const clear = useClearMedia();
  const clearIt = (): void =>
    clear.mutate(undefined, {
      onSuccess: () => say(t('media.media.cleared')),
      onError: (error) => tellTrouble(t('media.media.failed'), error),
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={t('media.media.clearTitle')} lead={t('media.media.clearLead')}>
      <Button onClick={() => setAsking(true)}>{t('media.media.clear')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('media.media.clearAsk')}
        whatWillHappen={<Sentences sentences={[t('media.media.clearWill.1'), t('media.media.clearWill.2')]} />}
        confirmLabel={t('media.media.clearConfirm')}
        danger
        pending={clear.isPending}
        onConfirm={clearIt}
      />
    </DangerRow>
  );
}

function Outgoing({ settings, hosted }: Media) {
  const { t } = useTranslation('settings');
  return (
    <Group title={t('media.media.outTitle')} lead={t('media.media.outLead')}>
      <MediaNumber
        name="hostedDays"
        label={t('media.media.hostedDays')}
        hint={t('media.media.hostedDaysHint')}
        aside={`${t('media.media.days')}, ${t('media.media.hosted', { count: hosted })}`}
        saved={settings.hostedDays}
      />
    </Group>
  );
}

/** Saves one choice about media, says so, and offers to take it back. */
function useSaveMedia(): <Field extends keyof MediaSettings>(choice: Choice<Field>) => void {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useChangeMediaSettings();
  return (choice) =>
    void saveOnLeave({
      ...choice,
      save: (value) => mutateAsync({ [choice.field]: value }),
      onProblem: (problem) => sayTrouble(t('notSaved', { field: choice.label }), problem),
    });
}
