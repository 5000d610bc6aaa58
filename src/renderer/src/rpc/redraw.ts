/** Maximum length, in pixels, of a sent picture's longer side. */
const MAX_SIDE = 4096;
const QUALITY = 0.9;
/** Bytes at the start of a file that are searched for animation. */
const HEAD = 1024 * 1024;

type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heif' | 'tiff' | 'jxl';

/** Magic bytes of formats in which cameras store a location; file names are not trusted. */
const SIGNATURES: readonly (readonly [Kind, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftypavif/s],
  ['heif', /^.{4}ftyp(?:he(?:i[cxms]|v[cx])|mif1|msf1)/s],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  ['jxl', /^(?:\xff\n|\0\0\0\fJXL )/],
];

export interface RedrawOptions {
  /** pixels */
  readonly maxSide?: number;
  /** absent: JPEG, PNG and WebP keep their format, AVIF becomes WebP and others JPEG */
  readonly type?: 'image/webp';
}

/** `kept`: not such a picture, or animated. `undrawable`: this page cannot decode it. */
export type Redrawn =
  | { readonly is: 'drawn'; readonly file: File }
  | { readonly is: 'kept' }
  | { readonly is: 'undrawable' };

/** Redraws a picture upright and without metadata such as its location. */
export async function redrawPicture(file: File, { maxSide = MAX_SIDE, type }: RedrawOptions = {}): Promise<Redrawn> {
  const kind = stillPicture(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  if (kind === undefined) return { is: 'kept' };
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return { is: 'undrawable' };
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
    const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height));
    const context = canvas.getContext('2d');
    if (context === null) return { is: 'undrawable' };
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = await canvas.convertToBlob({ type: type ?? targetFormat(kind), quality: QUALITY });
    const [, ending = kind] = drawn.type.split('/');
    const name = ending === kind ? file.name : `${file.name.replace(/\.[^.]*$/, '')}.${ending}`;
    return { is: 'drawn', file: new File([drawn], name, { type: drawn.type }) };
  } finally {
    picture.close();
  }
}

function targetFormat(kind: Kind): string {
  if (kind === 'png' || kind === 'webp') return `image/${kind}`;
  return kind === 'avif' ? 'image/webp' : 'image/jpeg';
}

/** undefined: another kind of file, or animated: APNG declares its frames before the first, WebP in its flags. */
function stillPicture(head: Uint8Array): Kind | undefined {
  const start = String.fromCharCode(...head.subarray(0, 32));
  const [kind] = SIGNATURES.find(([, signature]) => signature.test(start)) ?? [];
  if (kind === 'webp' && start.startsWith('VP8X', 12) && (start.charCodeAt(20) & 0x02) !== 0) return undefined;
  if (kind !== 'png') return kind;
  const [beforePixels = ''] = new TextDecoder('latin1').decode(head).split('IDAT', 1);
  return beforePixels.includes('acTL') ? undefined : kind;
}
