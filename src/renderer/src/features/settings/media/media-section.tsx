import { useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Checkbox } from '#renderer/components/checkbox.tsx';
import { ConfirmDialog } from '#renderer/components/dialog.tsx';
import { say } from '#renderer/components/toaster.tsx';
import { useClearMedia, useMediaSettings } from '#renderer/rpc/use-media-settings.ts';
import { type MediaForm, mediaForm } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { DangerRow, Sentences } from '../danger-row.tsx';
import { FieldsSkeleton, NotLoaded } from '../query-states.tsx';
import { Group, Section } from '../section.tsx';
import { tellTrouble } from '../trouble.ts';
import { words } from '../words.ts';
import { MediaNumber } from './media-number.tsx';
import { mediaWords } from './media-words.ts';
import { sizeWords } from '#renderer/components/size-words.ts';
import { StickerGroup } from './sticker-group.tsx';
import { useSaveMedia } from './use-save-media.ts';

/** What is fetched of customers' files, what becomes of those sent from here, and the stickers. */
export function MediaSection() {
  const { data, isError, refetch } = useMediaSettings({ countedAnew: true });
  if (data === undefined) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <FieldsSkeleton />;
  return (
    <Section title={words.sections.media} lead={mediaWords.lead}>
      <Incoming {...data} />
      <Outgoing {...data} />
      <StickerGroup />
    </Section>
  );
}

type Media = RouteOutput<'media.settings'>;

function Incoming({ settings, used }: Media) {
  return (
    <Group title={mediaWords.inTitle} lead={mediaWords.inLead}>
      <MediaNumber
        name="unasked"
        label={mediaWords.unasked}
        hint={mediaWords.unaskedHint}
        aside={mediaWords.megabytes}
        saved={settings.unasked}
      />
      <MediaNumber
        name="largest"
        label={mediaWords.largest}
        hint={mediaWords.largestHint}
        aside={mediaWords.megabytes}
        saved={settings.largest}
      />
      <MediaNumber
        name="seconds"
        label={mediaWords.seconds}
        hint={mediaWords.secondsHint}
        aside={mediaWords.secondsUnit}
        saved={settings.seconds}
      />
      <Forms chosen={settings.forms} />
      <MediaNumber
        name="quota"
        label={mediaWords.quota}
        hint={mediaWords.quotaHint}
        aside={`${mediaWords.megabytes}, ${mediaWords.used(sizeWords(used))}`}
        saved={settings.quota}
      />
      <ul className="rounded-card border bg-raised">
        <ClearRow />
      </ul>
    </Group>
  );
}

function Forms({ chosen }: { readonly chosen: readonly MediaForm[] }) {
  const save = useSaveMedia();
  const choose = (form: MediaForm, isChosen: boolean): void => {
    const value = mediaForm.options.filter((each) => (each === form ? isChosen : chosen.includes(each)));
    save({ field: 'forms', label: mediaWords.forms, before: [...chosen], value });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-ui font-medium">{mediaWords.forms}</legend>
      <div className="flex flex-col divide-y divide-hairline rounded-card border bg-raised">
        {mediaForm.options.map((form) => (
          <Checkbox
            key={form}
            checked={chosen.includes(form)}
            onCheckedChange={(isChosen) => choose(form, isChosen)}
            className="px-3.5 py-2.5"
          >
            {mediaWords.formNames[form]}
          </Checkbox>
        ))}
      </div>
      <p className="text-ui text-ink-quiet">{mediaWords.formsHint}</p>
    </fieldset>
  );
}

function ClearRow() {
  const [asking, setAsking] = useState(false);
  const clear = useClearMedia();
  const clearIt = (): void =>
    clear.mutate(undefined, {
      onSuccess: () => say(mediaWords.cleared),
      onError: (error) => tellTrouble(mediaWords.failed, error),
      onSettled: () => setAsking(false),
    });
  return (
    <DangerRow title={mediaWords.clearTitle} lead={mediaWords.clearLead}>
      <Button onClick={() => setAsking(true)}>{mediaWords.clear}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={mediaWords.clearAsk}
        whatWillHappen={<Sentences sentences={mediaWords.clearWill} />}
        confirmLabel={mediaWords.clearConfirm}
        danger
        pending={clear.isPending}
        onConfirm={clearIt}
      />
    </DangerRow>
  );
}

function Outgoing({ settings, hosted }: Media) {
  return (
    <Group title={mediaWords.outTitle} lead={mediaWords.outLead}>
      <MediaNumber
        name="hostedDays"
        label={mediaWords.hostedDays}
        hint={mediaWords.hostedDaysHint}
        aside={`${mediaWords.days}, ${mediaWords.hosted(hosted)}`}
        saved={settings.hostedDays}
      />
    </Group>
  );
}
