import type { TestSample } from '#shared/contract/test-customer.ts';
import type { MediaFields, MediaType } from '#shared/protocol/chat-channel.ts';
import files from './samples.json' with { type: 'json' };

/** A message as an integrator would send it (chat channel interface, sections 2 and 6), without its id. */
export type SampleMessage =
  | ({ readonly type: MediaType; readonly file: string; readonly text?: string } & MediaFields)
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number }
  | { readonly type: 'text'; readonly text: string };

/** A sample by its file name; undefined where there is none of that name. */
export function sampleFile(name: string): { readonly contentType: string; readonly bytes: Buffer } | undefined {
  const file = Object.entries(files).find(([each]) => each === name)?.[1];
  return file && { contentType: file.contentType, bytes: Buffer.from(file.base64, 'base64') };
}

/** The message that sends a sample; `base` is the address under which the files are served. */
export function sampleMessage(sample: TestSample, base: string): SampleMessage {
  const media = (type: MediaType, name: keyof typeof files) => ({
    type,
    file: `${base}/${name}`,
    file_name: name,
    file_size: Buffer.byteLength(files[name].base64, 'base64'),
  });
  const thumb = `${base}/photo.png`;
  switch (sample) {
    case 'photo':
      return {
        ...media('photo', 'photo.png'),
        thumb,
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
        duration: 2,
        performer: 'Counterbell',
        title: 'Four notes at the door',
      };
    case 'voice':
      return { ...media('voice', 'doorbell.wav'), duration: 2 };
    case 'video':
      return { ...media('video', 'clip.mp4'), thumb, duration: 2, width: 160, height: 120 };
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
