import type { TestSample } from '#shared/contract/test-customer.ts';
import type { MediaFields, MediaType } from '#shared/protocol/chat-channel.ts';
import { png, type Pixel } from './png.ts';

const RATE = 8000;

const HEADER_SIZE = 44;

const SKY_TOP: Pixel = [76, 141, 214, 255];

const SKY_LOW: Pixel = [246, 211, 160, 255];

const SUN: Pixel = [255, 240, 190, 255];

const FAR_HILL: Pixel = [94, 128, 122, 255];

const NEAR_HILL: Pixel = [49, 89, 74, 255];

const NOTHING: Pixel = [0, 0, 0, 0];

/** Two seconds, 160 by 120, H.264, no sound: the sample photo with the camera moving. Made with ffmpeg. */
const CLIP = `
AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAOHbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAACMoAAQAAAQAAAAAAAAAAAAAAAAEAAAAA
AAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAtZ0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAAB
AAAAAAAACMoAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAKAAAAB4AAAAAAAkZWR0cwAAABxlbHN0AAAAAAAA
AAEAAAjKAAAQAAABAAAAAAJObWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAABAAAAAkABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRl
b0hhbmRsZXIAAAAB+W1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAblzdGJsAAAAsXN0c2QA
AAAAAAAAAQAAAKFhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAKAAeABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAA
GP//AAAAN2F2Y0MBZAAM/+EAGWdkAAyscgRChH5YQAAAAwBAAAAEA8UKYRgBAAdo6EOGSyLA/fj4AAAAABRidHJ0AAAAAAAAFgMAABYDAAAAGHN0dHMAAAAA
AAAAAQAAABIAAAgAAAAAFHN0c3MAAAAAAAAAAQAAAAEAAABIY3R0cwAAAAAAAAAHAAAAAQAAEAAAAAABAAAYAAAAAAEAAAgAAAAACwAAEAAAAAABAAAgAAAA
AAIAAAgAAAAAAQAAEAAAAAAcc3RzYwAAAAAAAAABAAAAAQAAABIAAAABAAAAXHN0c3oAAAAAAAAAAAAAABIAAAHiAAAAVwAAAB8AAABIAAAAUAAAAEAAAABe
AAAAZgAAAEAAAABBAAAANQAAADwAAAA6AAAANQAAAFUAAAAtAAAAJwAAADMAAAAUc3RjbwAAAAAAAAABAAADtwAAAD11ZHRhAAAANW1ldGEAAAAAAAAAIWhk
bHIAAAAAAAAAAG1kaXJhcHBsAAAAAAAAAAAAAAAACGlsc3QAAAAIZnJlZQAABjltZGF0AAAB3mWIgQAX//6dGwwfZa1wW4aIAmlcR86+rpSBicpCuQVnxekb
MeXyh0FtarCiJi0NPE8PtLG2xzObNtkwPEingZ0/Mr1O713ua7Jh1VcMyoc4mpWE1r3Syuvi8eNH9wwheNXaiv74wTSdfB956mjC/jGfg7pLMTdLvxGKqe9M
zARjZlfLvH94cUXnXYEv4+zUfn9CQvwQTlkT9gsURq9dKW2BfkktIKWy1aXud4BdXFxAzJns1TVnvHLHtbCGD8+FmLSSZnRhktC/uOpidXuQCU9IYgwIXG+1
8bHZ0NpER5Z1W5wH8UKGEw8hVvg9NWEdRAuYxpMgOZSfFR6F2XMjo8XalqSdrnhs+CmlF7ca3KXt/llBNzq/zrJForqtNmaFPnQo4xLZiYfyKGMfYG3g+Hma
CJvjsosCZtqdHA6VvUsFNDMTswz5MSThB905V2xtPS9RvSYOAoxvQSxzozdc9jr7ZMc7/KL2nOi7pUv8BxT+zj13/I8usAq3HN2uQJMiGGdvVrZuDLEWmS1+
nvCfC7VSSbm2NjAFSAwt1Y8lrDbrdY63qm8AAOuBELNKm1tISA6iouHmXpTwEgkkTWRPiGJ/WH5bcXn8PLHOpJkBs/Mw5P6Bjo0JAeiJvwQzGvEAAABTQZoI
TYl/En/gjZ7yTu/44Hepr1MMMPJSUIyVUxpa2dHh0pfWBC5aXmgBjw2kOtrFklfAgZWA7tBMSBPrIJaPt4tdqndxllUbkNasn4iUQWkynZ4AAAAbAZ4QJyX/
asfHyZSVSDpdWksXsgAK8FBA5+xBAAAAREGaEGvwIGTKYS8GNFZKANvIcK+lhn42+eZ1wCUy2r4u599oTmVrUjL+rzp70zWU5QoCQdDsTjJP8CJnKSx6IUGb
1coiAAAATEGaGIk8CB5MpgS/BiCSfHt0qrbHnjooRfdTALgspPrI5dQugcZQ5jjZDnZygHZmt5C+IksZqAyIuw2nuyFEKpuS4/T3mxMlCJeF8oEAAAA8QZog
qXwIH5MpgEv/Ba/kpR7olsxjxx4mGgLUKKSusMNb+/7l+s8gkCk9k9l6NkoqRxjA9hHzEOXTKm1xAAAAWkGaKMm8CB/kymAEvwb0VkoA28hyRUg0erVIPGNI
9ggg0XKA3NfjjsfYzflLeOzB6nMoxal1J67qqqPN8tx8zL/z0D9E0VYVzwdnE4g2zsmkQepeo8wcoXCujwAAAGJBmjDp/Agf+TKYAEv/BmoRVO4WC87KbJRV
4CZBgykBNKWKPtOmMguhxEyRnzAWyn3mrzQPFPzMEHzxuCQknxKxAFVRVnb+u5qoqw1p0E6yHxEOE4To9CdWKwGEEPVMd4TOLQAAADxBmjkIjwIH/5MpgAEv
BmszvD8lIiZsUgPWWRPcEL/ST3HhsB+6XAy6sk4OaDI6BMDABq8sDjOYbP+t5/AAAAA9QZpBKJ8CB//kymAAEv8IAO6WbmURi28JLOyrMo9apYaJJ1HDzC6t
3xh98ejCnyMvFK1ofDdHWgFgBFrAHAAAADFBmklIrwIH//kymAABLweVj/7r96+pVXgCkeQS8lDmBESI9MsPDvFGmjW6Z1R/ql0JAAAAOEGaUWi/Agf//kym
AAAS/wc8XvkwUAXNKBI2e7QduTe/XG7CWwA6CnDbTXixROraengHZri/VMAgAAAANkGaWYjPAgf//5MpgAABLwko7SDO9LZ6zexCllVdZKLsZHRMEF2K3omo
2D6GEuEjS8in0FprMAAAADFBmmGo3wIH///kymAAABL/CFBdLILcSf1US6bf7fFQU9hXuDudyJPCDpLk9fTLhz6fAAAAUUGaagjvAgf///kymAAAAwEvCWQ+
q9aacT4MO7ROkoMBbrs+4Az62HS3OpjaM2ggHN+nrOYYe7GqHzJu3DOokv7rpxcmPa61oPn0hRMySAum4QAAAClBnnHEbEv/WEPe97+bBOpgs2kjm5ivKZ2m
iDFHBj8WN4XMAIQum+ysjwAAACMBnnnsdJf/WE1PVZuctXx7L7GBGxJwGfAtJFAfZMP34MVVrAAAAC9BmnomoEBa////JlMAAAMAAl8JjL2oG85gY+5ImwpA
5BMmMPgco4eokacGD6+BMA==
`;

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

/** A short video. */
function clipMp4(): Buffer {
  return Buffer.from(CLIP, 'base64');
}

/** A PDF of one page (A5) with these lines of plain ASCII text. */
function pdf(lines: readonly string[]): Buffer {
  const words = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 20 TL 48 520 Td\n${words}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A landscape, as a customer's photo. */
export function photoPng(width: number, height: number): Buffer {
  return png(width, height, (x, y) => landscape(x / width, y / height));
}

function landscape(x: number, y: number): Pixel {
  if (y > 0.74 + 0.08 * Math.sin(x * 5 + 1)) return NEAR_HILL;
  if (y > 0.62 + 0.06 * Math.sin(x * 9)) return FAR_HILL;
  if (Math.hypot((x - 0.7) * 1.33, y - 0.42) < 0.09) return SUN;
  return mixed(SKY_TOP, SKY_LOW, Math.min(1, y / 0.66));
}

function mixed(one: Pixel, other: Pixel, share: number): Pixel {
  const at = (index: 0 | 1 | 2 | 3): number => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2), at(3)];
}

/** A smiling face on nothing, as a sticker. */
export function stickerPng(size: number): Buffer {
  return png(size, size, (x, y) => face((x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5));
}

function face(x: number, y: number): Pixel {
  const ink: Pixel = [74, 51, 20, 255];
  const radius = Math.hypot(x, y);
  if (radius > 0.47) return NOTHING;
  if (Math.hypot(Math.abs(x) - 0.16, y + 0.12) < 0.05) return ink;
  if (y > 0.08 && radius > 0.24 && radius < 0.3) return ink;
  return radius > 0.44 ? [224, 164, 36, 255] : [255, 205, 74, 255];
}

/** A WAV file (8 bits, mono, 8 kHz): each tone (in hertz) sounds for `seconds`, then fades. */
function wav(tones: readonly number[], seconds: number): Buffer {
  const toneSamples = Math.round(RATE * seconds);
  const size = toneSamples * tones.length;
  const file = Buffer.alloc(HEADER_SIZE + size);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_SIZE - 8 + size, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(size, 40);
  for (const [index, tone] of tones.entries()) {
    for (let at = 0; at < toneSamples; at += 1) {
      const loudness = 90 * (1 - at / toneSamples);
      file[HEADER_SIZE + index * toneSamples + at] =
        128 + Math.round(loudness * Math.sin((2 * Math.PI * tone * at) / RATE));
    }
  }
  return file;
}
