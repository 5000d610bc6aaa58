import { useTranslation } from 'react-i18next';
import { Image, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { OperatorAvatar } from '#renderer/components/avatar.tsx';
import { Button } from '#renderer/components/button.tsx';
import { FileButton } from '#renderer/components/files.tsx';
import { useRouteMutation } from '#renderer/rpc/ask.ts';
import type { Operator } from '#shared/domain/entities.ts';
import { PICTURE_SIDE, picturePath } from '#shared/domain/pictures.ts';
import { saveField } from '#renderer/components/saved-fields.tsx';
import { useAction } from '#renderer/components/actions.tsx';

interface PictureFieldProps {
  readonly label: string;
  readonly hint: string;
  /** the current picture: an avatar */
  readonly children: ReactNode;
  /** path of the uploaded one */
  readonly picture: string | undefined;
  /** there is a picture from elsewhere, by a link */
  readonly linked?: string | undefined;
  /** a square JPEG in base64; null removes it */
  readonly save: (jpeg: string | null) => Promise<unknown>;
}

/** A picture that is cropped to a square and saved at once. */
export function PictureField({ label, hint, children, picture, linked, save }: PictureFieldProps) {
  const { t } = useTranslation('settings');
  const { pending, run } = useAction(t('notSaved', { field: label }));
  const [isUnusable, setUnusable] = useState(false);
  const change = async (value: string | null): Promise<void> => {
    setUnusable(false);
    const saved = picture === undefined ? null : await base64Of(await (await fetch(picturePath(picture))).blob());
    await saveField({ field: 'jpeg', label, saved, value, save });
  };
  const choose = async (file: File): Promise<void> => {
    setUnusable(false);
    const jpeg = await squareJpeg(file);
    if (jpeg === undefined) setUnusable(true);
    else await change(jpeg);
  };
  const isThere = picture !== undefined || linked !== undefined;
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <p aria-hidden className="text-ui font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <FileButton accept="image/*" label={label} pending={pending} onFile={(file) => void run(() => choose(file))}>
          <Image aria-hidden className="-ms-1 size-4" />
          {isThere ? t('picture.change') : t('picture.choose')}
        </FileButton>
        {isThere && (
          <Button variant="quiet" disabled={pending} onClick={() => void run(() => change(null))}>
            <Trash2 aria-hidden className="-ms-1 size-4" />
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {isUnusable && (
        <p role="alert" className="text-ui text-urgent">
          {t('picture.unusable')}
        </p>
      )}
      <p className="text-ui text-ink-quiet">
        {hint}
        {picture === undefined && linked !== undefined && (
          <bdi dir="ltr" className="block truncate text-meta" title={linked}>
            {linked}
          </bdi>
        )}
      </p>
    </div>
  );
}

interface OperatorPictureProps extends Pick<PictureFieldProps, 'label' | 'hint'> {
  readonly operator: Operator;
}

export function OperatorPicture({ operator, ...texts }: OperatorPictureProps) {
  const setPicture = useRouteMutation('operators.setPicture', 'operators.me', 'operators.list');
  return (
    <PictureField
      {...texts}
      picture={operator.picture}
      linked={operator.photo}
      save={(jpeg) => setPicture.mutateAsync({ operatorId: operator.id, jpeg })}
    >
      <OperatorAvatar operator={operator} size={56} />
    </PictureField>
  );
}

async function squareJpeg(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  try {
    const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE);
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE);
    const side = Math.min(bitmap.width, bitmap.height);
    const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
    context.drawImage(bitmap, left, top, side, side, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
    return await base64Of(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }));
  } finally {
    bitmap.close();
  }
}

/** A file's bytes in base64. */
async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
