import { useTranslation } from 'react-i18next';
import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useCachedMutation, useMay } from '#renderer/rpc/ask.ts';
import { useMediaSettings, useStickers } from '#renderer/rpc/use-directory.ts';
import { mediaForm, type MediaSettings, mediaSettings, type Sticker } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ConfirmButton, DialogForm, useAction } from '#renderer/components/actions.tsx';
import { formatBytes } from '#renderer/components/amounts.ts';
import { IconButton } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input } from '#renderer/components/field.tsx';
import { redrawPicture } from '#renderer/rpc/redraw.ts';
import { FileButton } from '#renderer/components/files.tsx';
import { useUploads } from '#renderer/rpc/media.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { CheckCard } from '../parts/check-card.tsx';
import { DangerRow, Loaded, Group, Section, NotLoaded } from '../parts/section.tsx';
import { ForDevelopers } from '../parts/folding.tsx';
import { fieldsOf, saveField, SavedNumber } from '../parts/saved-field.tsx';

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

/** Pixels: apps show stickers no larger. */
const MAX_SIDE = 512;

/** The stickers that operators can send: adds and removes them. */
function StickerGroup() {
  const { t } = useTranslation('settings');
  const { data: stickers, isError, refetch } = useStickers();
  const [chosen, setChosen] = useState<File>();
  return (
    <Group
      title={t('media.stickers')}
      lead={t('media.stickersLead')}
      action={
        <FileButton accept="image/png,image/webp,image/gif,image/jpeg" label={t('media.addSticker')} onFile={setChosen}>
          <Plus aria-hidden className="size-4" />
          {t('media.addSticker')}
        </FileButton>
      }
    >
      {isError && <NotLoaded onRetry={() => void refetch()} />}
      {stickers?.length === 0 && <p className="text-ui text-ink-quiet">{t('media.noStickers')}</p>}
      {stickers !== undefined && stickers.length > 0 && <StickerList stickers={stickers} />}
      {chosen !== undefined && <AddDialog file={chosen} onClose={() => setChosen(undefined)} />}
    </Group>
  );
}

function StickerList({ stickers }: { readonly stickers: readonly Sticker[] }) {
  const { t } = useTranslation('settings');
  const remove = useRouteMutation('stickers.remove');
  const { run } = useAction(t('media.failed'));
  const removeIt = async (stickerId: string): Promise<void> => {
    await remove.mutateAsync({ stickerId });
    notify(t('media.stickerRemoved'));
  };
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
      {stickers.map(({ id, url, emoji, width, height }, index) => {
        const name =
          emoji === undefined ? t('media.sticker.noEmoji', { number: index + 1 }) : t('media.sticker.text', { emoji });
        return (
          <li key={id} className="relative aspect-square rounded-card border bg-raised p-3">
            <img
              src={url}
              alt={name}
              width={width}
              height={height}
              loading="lazy"
              className="size-full object-contain"
            />
            <IconButton
              size="sm"
              label={t('media.removeSticker', { name })}
              icon={<X />}
              onClick={() => void run(() => removeIt(id))}
              className="absolute top-0.5 end-0.5 bg-raised/80"
            />
          </li>
        );
      })}
    </ul>
  );
}

function AddDialog({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [emoji, setEmoji] = useState('');
  const { upload } = useUploads();
  const add = useRouteMutation('stickers.add');
  const addIt = async (): Promise<void> => {
    try {
      const picture = await toSticker(file);
      const { uploadId } = await upload(picture, { name: file.name, signal: new AbortController().signal });
      await add.mutateAsync({ uploadId, ...(emoji.trim() !== '' && { emoji: emoji.trim() }) });
      notify(t('media.stickerAdded'));
      onClose();
    } catch (error) {
      if (error instanceof ContractError) throw error;
      notifyError(t('media.stickerNotAdded'), error instanceof DOMException ? t('media.notAPicture') : undefined);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('media.addStickerTitle')} description={<bdi>{file.name}</bdi>}>
      <DialogForm confirmLabel={t('media.addConfirm')} failed={t('media.stickerNotAdded')} act={addIt}>
        <StickerPreview file={file} />
        <Field label={t('media.stickerEmoji')} hint={t('media.stickerEmojiHint')}>
          <Input
            value={emoji}
            maxLength={16}
            autoComplete="off"
            className="w-28"
            placeholder="🙂"
            onChange={(event) => setEmoji(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}

/** The chosen file; adding it fails if it is not a picture. */
function StickerPreview({ file }: { readonly file: File }) {
  const [look, setLook] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    readDataUrl(file).then(
      (address) => isWanted && setLook(address),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return (
    <div className="grid size-24 place-items-center rounded-card border bg-sunken p-2">
      {look !== undefined && <img src={look} alt="" className="size-full object-contain" />}
    </div>
  );
}

/** Scales a picture down to a sticker; animated ones are kept. Rejects if this page cannot decode it. */
async function toSticker(file: File): Promise<Blob> {
  const picture = await redrawPicture(file, { maxSide: MAX_SIDE, type: 'image/webp' });
  if (picture.is === 'drawn') return picture.file;
  (await createImageBitmap(file)).close();
  return file;
}

/** Its preview as a `data:` address. */
async function readDataUrl(file: File): Promise<string> {
  const reader = new FileReader();
  reader.readAsDataURL(await toSticker(file));
  await new Promise((resolve) => reader.addEventListener('load', resolve, { once: true }));
  return typeof reader.result === 'string' ? reader.result : '';
}
