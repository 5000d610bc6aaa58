import type { TestSample } from '#shared/contract/test-customer.ts';
import { kinds, type ContentType } from '#shared/domain/kinds/kinds.ts';
import files from './samples.json' with { type: 'json' };

/** A message as an integrator would send it (chat channel interface, sections 2 and 6), without its id. */
export type SampleMessage = { readonly type: ContentType } & Readonly<Record<string, string | number>>;

/** A sample by its file name; undefined where there is none of that name. */
export function sampleFile(name: string): { readonly contentType: string; readonly bytes: Buffer } | undefined {
  const file = Object.entries(files).find(([each]) => each === name)?.[1];
  return file && { contentType: file.contentType, bytes: Buffer.from(file.base64, 'base64') };
}

/** The message that sends a sample; `base` is the address under which the files are served. */
export function sampleMessage(sample: TestSample, base: string): SampleMessage {
  for (const kind of kinds) {
    const said: Readonly<Record<string, string | number>> | undefined = new Map(Object.entries(kind.samples)).get(
      sample,
    );
    if (said === undefined) continue;
    const type = kind.types.find((each) => each === sample) ?? kind.types[0];
    const { file, thumb, ...rest } = said;
    if (typeof file !== 'string') return { type, ...rest };
    const preview: Record<string, string> = thumb === undefined ? {} : { thumb: `${base}/${thumb}` };
    const size = sampleFile(file)?.bytes.length ?? 0;
    return { type, file: `${base}/${file}`, file_name: file, file_size: size, ...preview, ...rest };
  }
  throw new Error(`There is no sample ${sample}`);
}
