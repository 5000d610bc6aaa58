import { useTranslation } from 'react-i18next';
import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { notify, notifyError } from '#renderer/components/toaster.tsx';
import { useRouteMutation, useCachedMutation, useMay } from '#renderer/rpc/ask.ts';
import { useMediaSettings, useStickers } from '#renderer/rpc/use-directory.ts';
import { mediaSettings, type Sticker } from '#shared/contract/media.ts';
import type { RouteOutput } from '#shared/contract/routes.ts';
import { ConfirmButton, DialogForm, useAction } from '#renderer/components/actions.tsx';
import { formatBytes } from '#renderer/components/amounts.ts';
import { IconButton } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Field, Input, named } from '#renderer/components/field.tsx';
import { redrawPicture } from '#renderer/rpc/redraw.ts';
import { FileButton } from '#renderer/components/files.tsx';
import { uploadFile } from '#renderer/rpc/media.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { DangerRow, Loaded, Group, Section, NotLoaded } from '../parts/section.tsx';
import { fieldsOf, SavedNumber } from '#renderer/components/saved-fields.tsx';

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
  return <Loaded of={useMediaSettings('always')}>{(media) => <MediaFields {...media} />}</Loaded>;
}

function MediaFields({ settings, used, fetched, hosted }: RouteOutput<'media.settings'>) {
  const { t } = useTranslation('settings');
  const { mutateAsync } = useCachedMutation('media.updateSettings', 'media.settings', {
    after: (changed, known) => known && { ...known, settings: changed },
    sequential: true,
  });
  const { mutateAsync: clear } = useRouteMutation('media.clear', 'media.settings');
  const of = fieldsOf(settings, mutateAsync, { texts: 'settings:media.', rules: mediaSettings.shape });
  const megabytes = t('media.megabytes');
  return (
    <Section title={t('sections.media')} lead={t('media.lead')}>
      <Group title={t('media.keptTitle')} lead={t('media.inLead')}>
        <SavedNumber {...of('largest')} aside={megabytes} />
        <SavedNumber {...of('quota')} aside={`${megabytes}, ${t('media.used', { size: formatBytes(fetched) })}`} />
        <SavedNumber {...of('hostedDays')} aside={`${t('media.days')}, ${t('media.hosted', { count: hosted })}`} />
        <ul className="rounded-card border bg-raised">
          <DangerRow title={t('media.clearTitle')} lead={t('media.clearLead', { size: formatBytes(used - fetched) })}>
            <ConfirmButton
              label={t('media.clear')}
              title={t('media.clearAsk')}
              will={[t('media.clearWill.1'), t('media.clearWill.2')]}
              confirmLabel={t('media.clearConfirm')}
              failed={t('media.failed')}
              act={() => clear({})}
              done={t('media.cleared')}
            />
          </DangerRow>
        </ul>
      </Group>
      <StickerGroup />
    </Section>
  );
}

/** Pixels: apps show stickers no larger. */
const MAX_SIDE = 512;

function StickerGroup() {
  const { t } = useTranslation('settings');
  const query = useStickers();
  const { data: stickers } = query;
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
      {query.isError && <NotLoaded of={query} />}
      {stickers?.length === 0 && <p className="text-ui text-ink-quiet">{t('media.noStickers')}</p>}
      {stickers !== undefined && stickers.length > 0 && <StickerList stickers={stickers} />}
      {chosen !== undefined && <AddDialog file={chosen} onClose={() => setChosen(undefined)} />}
    </Group>
  );
}

function StickerList({ stickers }: { readonly stickers: readonly Sticker[] }) {
  const { t } = useTranslation('settings');
  const remove = useRouteMutation('stickers.remove');
  const { run } = useAction(t('media.failed'), t('media.stickerRemoved'));
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
              onClick={() => void run(() => remove.mutateAsync({ stickerId: id }))}
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
  const add = useRouteMutation('stickers.add');
  const addIt = async (): Promise<void> => {
    try {
      const picture = await toSticker(file);
      const { uploadId } = await uploadFile(picture, { name: file.name, signal: new AbortController().signal });
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
        <Field {...named('settings:media.stickerEmoji')}>
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

async function readDataUrl(file: File): Promise<string> {
  const reader = new FileReader();
  reader.readAsDataURL(await toSticker(file));
  await new Promise((resolve) => reader.addEventListener('load', resolve, { once: true }));
  return typeof reader.result === 'string' ? reader.result : '';
}
