import type { TestSample } from '#shared/contract/test-customer.ts';
import type { MediaFields, MediaType } from '#shared/protocol/chat-channel.ts';
import { clipMp4 } from './clip.ts';
import { pdf } from './pdf.ts';
import { photoPng, stickerPng } from './pictures.ts';
import { wav } from './wav.ts';

export interface SampleFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A message as an integrator would send it (chat channel interface, sections 2 and 6), without its id. */
export type SampleMessage =
  | ({ readonly type: MediaType; readonly file: string; readonly text?: string } & MediaFields)
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'text'; readonly text: string };

const FILES: Readonly<Record<string, { readonly contentType: string; readonly make: () => Buffer }>> = {
  'photo.png': { contentType: 'image/png', make: () => photoPng(640, 480) },
  'photo-320.png': { contentType: 'image/png', make: () => photoPng(320, 240) },
  'sticker.png': { contentType: 'image/png', make: () => stickerPng(256) },
  'order-1042.pdf': {
    contentType: 'application/pdf',
    make: () =>
      pdf(['Order 1042', '', '1 desk lamp, green', 'Ordered on 3 November', '', 'This is a sample document.']),
  },
  'doorbell.wav': { contentType: 'audio/wav', make: () => wav([659.3, 523.3, 587.3, 392], 0.75) },
  'voice.wav': { contentType: 'audio/wav', make: () => wav([220, 247, 220, 196], 0.5) },
  'clip.mp4': { contentType: 'video/mp4', make: clipMp4 },
};

/** A sample by its file name; undefined where there is none of that name. */
export function sampleFile(fileName: string): SampleFile | undefined {
  const file = Object.hasOwn(FILES, fileName) ? FILES[fileName] : undefined;
  return file && { contentType: file.contentType, bytes: file.make() };
}

/** The message that sends a sample; `base` is the address under which the files are served. */
export function sampleMessage(sample: TestSample, base: string): SampleMessage {
  const media = (type: MediaType, fileName: string) => ({
    type,
    file: `${base}/${fileName}`,
    file_name: fileName,
    file_size: sampleFile(fileName)?.bytes.length ?? 1,
  });
  switch (sample) {
    case 'photo':
      return {
        ...media('photo', 'photo.png'),
        thumb: `${base}/photo-320.png`,
        width: 640,
        height: 480,
        text: 'This is the view from the shop',
      };
    case 'sticker':
      return { ...media('sticker', 'sticker.png'), emoji: '🙂', width: 256, height: 256 };
    case 'document':
      return { ...media('document', 'order-1042.pdf'), text: 'My order' };
    case 'audio':
      return {
        ...media('audio', 'doorbell.wav'),
        duration: 3,
        performer: 'Counterbell',
        title: 'Four notes at the door',
      };
    case 'voice':
      return { ...media('voice', 'voice.wav'), duration: 2 };
    case 'video':
      return { ...media('video', 'clip.mp4'), thumb: `${base}/photo-320.png`, duration: 2, width: 160, height: 120 };
    case 'location':
      return { type: 'location', latitude: 59.3293, longitude: 18.0686 };
    case 'long_text':
      return { type: 'text', text: longText() };
  }
}

/** Over 1000 characters, so that the service cuts it. */
function longText(): string {
  const sentence = 'I ordered a desk lamp last week, and it came with a cable that is too short for my table. ';
  return `${Array.from({ length: 14 }, (_, index) => `${index + 1}. ${sentence}`).join('\n')}\nCan I change it for a longer one? 🙂`;
}
