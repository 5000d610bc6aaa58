import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { CallsOf } from '#shared/contract/calls.ts';
import type { channelRoutes } from '#shared/contract/channels.ts';
import type { ContentType } from '#shared/domain/kinds/kinds.ts';
import sampleFiles from './samples.json' with { type: 'json' };
import { openWebClient, refuse, startWebServer } from './web-side.ts';

/** `sender.id` of all samples: each channel has one such customer. */
const SENDER_ID = 'counterbell-sample';

/** The type's fields (chat channel interface, sections 2 and 6); `file` and `thumb` name sample files. */
type Sample = Readonly<Record<string, string | number>>;

const THUMB = { thumb: 'photo.png' } as const;

const SAMPLES: Readonly<Record<ContentType, Sample>> = {
  text: { text: 'I ordered a desk lamp last week. Can I change it for one with a longer cable? 🙂' },
  photo: { file: 'photo.png', ...THUMB, width: 640, height: 480, text: 'This is the view from the shop' },
  sticker: { file: 'sticker.png', emoji: '🙂', width: 256, height: 256 },
  document: { file: 'order-1042.pdf', text: 'My order' },
  audio: { file: 'doorbell.wav', duration: 2, performer: 'Counterbell', title: 'Four notes at the door' },
  voice: { file: 'doorbell.wav', duration: 2 },
  video: { file: 'clip.mp4', ...THUMB, duration: 2, width: 160, height: 120 },
  location: { latitude: 59.3293, longitude: 18.0686 },
};

interface SampleMessagesOptions {
  readonly channels: {
    /** throws a ContractError if there is no such channel */
    readonly localAddresses: (channelId: string) => { readonly message: string };
  };
  readonly log: Logger;
}

/** Starts what sends sample messages to channels, as an integration does: over real HTTP, files by their address. */
export async function startSampleMessages({ channels, log }: SampleMessagesOptions) {
  const client = openWebClient(log);
  const server = await startWebServer((app) => {
    app.get<{ Params: { name: string } }>('/samples/:name', ({ params }, reply) => {
      const file = sampleFile(params.name);
      return file === undefined
        ? refuse(reply, 404, 'not_found', 'There is no such sample')
        : reply.type(file.contentType).header('x-content-type-options', 'nosniff').send(file.bytes);
    });
  });
  const files = `${server.origin}/samples/`;
  const calls = {
    'channels.sendSample': async ({ channelId, type, customerName }) => {
      const sender = { id: SENDER_ID, name: customerName };
      const message = { type, id: randomUUID(), ...withAddresses(SAMPLES[type], files) };
      const { message: address } = channels.localAddresses(channelId);
      return { status: await client.post(address, JSON.stringify({ sender, message })) };
    },
  } satisfies CallsOf<Pick<typeof channelRoutes, 'channels.sendSample'>>;
  return {
    calls,
    /** URL prefix of the sample files */
    files,
    stop: async (): Promise<void> => {
      client.stop();
      await server.stop();
    },
  };
}

/** A sample file by its name; undefined if there is none. */
export function sampleFile(name: string): { readonly contentType: string; readonly bytes: Buffer } | undefined {
  const file = Object.entries(sampleFiles).find(([each]) => each === name)?.[1];
  return file && { contentType: file.contentType, bytes: Buffer.from(file.base64, 'base64') };
}

function withAddresses({ file, thumb, ...fields }: Sample, base: string): Sample {
  if (typeof file !== 'string') return fields;
  const size = sampleFile(file)?.bytes.length ?? 0;
  const preview: Sample = typeof thumb === 'string' ? { thumb: base + thumb } : {};
  return { file: base + file, file_name: file, file_size: size, ...preview, ...fields };
}
