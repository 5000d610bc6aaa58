import type { MediaSource, MediaOutcome } from '#main/store/media/media.ts';
import type { EngineContext } from '#main/store/store.ts';
import { required } from '#shared/contract/errors.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import type {
  MediaFacts,
  MediaForm,
  MediaPart,
  MediaRefusal,
  mediaRoutes,
  MediaSettings,
  MediaState,
} from '#shared/contract/media.ts';
import { canRun, isPassive, safeFileName } from '../file-name.ts';
import { type AddLimits, MediaProblem, type MediaStore } from '../ports.ts';
import { guardedFetch, type FetchEdge } from './guarded-fetch.ts';

/** Customers' files, as far as fetched. */
export type IncomingMedia = ReturnType<typeof createIncomingMedia>;

export interface MediaId {
  readonly id: string;
  readonly part: MediaPart;
}

export interface IncomingMediaOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'touch'> {
  readonly files: Pick<MediaStore, 'add' | 'find'>;
  readonly settings: () => MediaSettings;
  /** true if a channel's customers may link to files in this computer's own network */
  readonly ownNetwork: (channelId: string) => boolean;
  /** true if an address is that of a sample file, which is on this computer */
  readonly isSample: (url: string) => boolean;
  readonly edge: FetchEdge;
}

type Noted = MediaOutcome & { readonly at: number };

const MEGABYTE = 1024 * 1024;
/** Bytes up to which a file is fetched when first seen; larger ones on request. */
const UNASKED = 10 * MEGABYTE;
/** Milliseconds until a fetch is given up. */
const TIME_LIMIT = 60_000;
/** Maximum bytes of a preview or a photo. */
const MAX_PICTURE_BYTES = 8 * MEGABYTE;
/** Milliseconds between progress events of a fetch. */
const PROGRESS_INTERVAL = 500;
/** Milliseconds after which a temporary failure is retried when someone looks. */
const RETRY_AFTER = 60 * 60 * 1000;
const TEMPORARY: ReadonlySet<MediaRefusal> = new Set<MediaRefusal>([
  'unreachable',
  'timeout',
  'status',
  'broken',
  'no_space',
]);
/** Limit of outcomes that could not be stored: without them a full disk would be tried endlessly. */
const MAX_UNSTORED = 1000;

const EXPIRED: MediaState = { state: 'refused', reason: 'expired', canRetry: false };

interface Running {
  readonly mediaId: MediaId;
  readonly source: MediaSource;
  readonly largest: number;
  received: number;
  total: number | undefined;
  reportedAt: number;
}

export function createIncomingMedia(options: IncomingMediaOptions) {
  const { store, files, clock, log, settings, touch } = options;
  const running = new Map<string, Running>();
  const unstored = new Map<string, Noted & { readonly url: string }>();
  const queue = createFetchQueue();
  let ended = 0;

  /** The current state; if a fetch ended during the lookup, it is looked up again to avoid a second fetch. */
  const requireSource = async (mediaId: MediaId) => {
    for (;;) {
      const before = ended;
      const source: MediaSource = required(await store.read('findMediaSource', mediaId), 'file');
      const pending = unstored.get(keyOf(mediaId));
      const noted: Noted | undefined = pending?.url === source.url ? pending : source.outcome;
      const file = noted?.digest === undefined ? undefined : await files.find(noted.digest);
      const isExpired = file === undefined && source.isHosted;
      const state = file
        ? readyState(file, source.fileName ?? mediaId.part)
        : isExpired
          ? EXPIRED
          : runningState(mediaId);
      if (state !== undefined || ended === before) return { asked: source, noted, state };
    }
  };
  const runningState = (mediaId: MediaId): MediaState | undefined => {
    const state = running.get(keyOf(mediaId));
    return state && fetchingState(state);
  };
  const begin = (mediaId: MediaId, source: MediaSource, largest: number): MediaState => {
    const already = runningState(mediaId);
    if (already !== undefined) return already;
    const total = source.declaredSize;
    const state: Running = { mediaId: mediaId, source, largest, received: 0, total, reportedAt: clock.monotonic() };
    running.set(keyOf(mediaId), state);
    queue.add(source.customerId, async (signal) => {
      const outcome = await fetchOne(state, signal);
      if (outcome !== undefined) await note(mediaId, source.url, { ...outcome, at: clock.wall() });
      running.delete(keyOf(mediaId));
      ended += 1;
      if (outcome !== undefined) touch('media', { ...mediaId });
    });
    return fetchingState(state);
  };

  /** returns the outcome; undefined if it was aborted */
  const fetchOne = async (state: Running, stopped: AbortSignal): Promise<MediaOutcome | undefined> => {
    const { mediaId, source, largest } = state;
    const overTime = new AbortController();
    const cancelTimer = clock.after(TIME_LIMIT, () => overTime.abort(new MediaProblem('timeout')));
    const signal = AbortSignal.any([stopped, overTime.signal]);
    const ownNetwork = options.isSample(source.url) || options.ownNetwork(source.channelId);
    try {
      const { body, size, close } = await guardedFetch({ url: source.url, ownNetwork, largest, signal }, options.edge);
      state.total = size;
      const limits: AddLimits = {
        largest,
        purpose: 'fetched',
        signal,
        refuses: ({ form }) => (isWanted(form, mediaId.part) ? undefined : 'wrong_type'),
        onReceived: (bytes) => {
          state.received = bytes;
          if (clock.monotonic() - state.reportedAt < PROGRESS_INTERVAL) return;
          state.reportedAt = clock.monotonic();
          touch('media', { ...mediaId });
        },
      };
      const { digest } = await files.add(body, limits).finally(close);
      return { digest };
    } catch (error) {
      if (stopped.aborted) return undefined;
      const problem = error instanceof MediaProblem ? error : new MediaProblem('no_space');
      if (problem !== error) log.warn({ err: error }, 'a customer’s file could not be kept');
      return failed(problem, largest, sizeLimit(mediaId.part));
    } finally {
      cancelTimer();
    }
  };
  const note = async (mediaId: MediaId, url: string, noted: Noted): Promise<void> => {
    unstored.delete(keyOf(mediaId));
    await store.write('recordMedia', { ...mediaId, url, ...noted }).catch(() => {
      if (unstored.size >= MAX_UNSTORED) unstored.clear();
      unstored.set(keyOf(mediaId), { ...noted, url });
    });
  };
  const isWanted = (form: MediaForm, part: MediaPart): boolean => part === 'file' || form === 'image';
  const sizeLimit = (part: MediaPart): number =>
    Math.min(settings().largest * MEGABYTE, part === 'file' ? Infinity : MAX_PICTURE_BYTES);

  const calls = {
    'media.get': async (mediaId) => {
      const { asked: source, noted, state } = await requireSource(mediaId);
      if (state !== undefined) return state;
      if (noted?.refusal !== undefined && !mayRetry(noted, clock.wall()))
        return refusedState(noted, settings(), options.ownNetwork(source.channelId));
      const unasked = Math.min(UNASKED, sizeLimit(mediaId.part));
      const isLarger =
        noted !== undefined &&
        noted.digest === undefined &&
        noted.refusal === undefined &&
        (noted.size ?? Infinity) > unasked;
      const declared = (source.declaredSize ?? 0) > unasked ? source.declaredSize : undefined;
      const size = noted?.size ?? declared;
      return isLarger || declared !== undefined
        ? { state: 'waiting', ...(size !== undefined && { size }) }
        : begin(mediaId, source, unasked);
    },
    'media.fetch': async (mediaId) => {
      const { asked, state } = await requireSource(mediaId);
      return state ?? begin(mediaId, asked, sizeLimit(mediaId.part));
    },
  } satisfies CallsOf<Pick<typeof mediaRoutes, 'media.get' | 'media.fetch'>>;
  return { calls, stop: queue.stop };
}

function keyOf({ id, part }: MediaId): string {
  return `${part} ${id}`;
}

/** Too large to fetch automatically is not a refusal: it waits, with its size if known. */
function failed({ reason, status, size }: MediaProblem, fetched: number, largest: number): MediaOutcome {
  if (reason === 'too_large' && fetched < largest && (size ?? 0) <= largest) return { size };
  return { refusal: reason, status, size: size ?? (reason === 'too_large' ? fetched + 1 : undefined) };
}

function mayRetry({ refusal, at }: Noted, now: number): boolean {
  return refusal !== undefined && TEMPORARY.has(refusal) && Math.abs(now - at) > RETRY_AFTER;
}

function fetchingState({ received, total }: Running): MediaState {
  return { state: 'fetching', received, ...(total !== undefined && { total }) };
}

function readyState(file: MediaFacts & { readonly digest: string }, name: string): MediaState {
  const { digest, ...facts } = file;
  const fileName = safeFileName(name, facts.mediaType);
  return {
    state: 'ready',
    ...facts,
    url: `/media/${digest}/${encodeURIComponent(fileName)}`,
    fileName,
    canRun: canRun(fileName, facts.mediaType),
    isPassive: isPassive(fileName, facts.mediaType),
  };
}

function refusedState(
  { refusal = 'broken', status, size }: Noted,
  { largest }: MediaSettings,
  ownNetwork: boolean,
): MediaState {
  const helps: Partial<Record<MediaRefusal, boolean>> = {
    forbidden_address: ownNetwork,
    too_large: size === undefined || size <= largest * MEGABYTE,
    too_many_pixels: false,
    expired: false,
  };
  return {
    state: 'refused',
    reason: refusal,
    ...(status !== undefined && { status }),
    canRetry: helps[refusal] ?? true,
  };
}

const MAX_CONCURRENT = 6;
const MAX_PER_CUSTOMER = 2;

interface Job {
  readonly customerId: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Runs fetches, a few at a time and fewer per customer: one who sends many slow links does not hold up the others. */
export function createFetchQueue() {
  const stopping = new AbortController();
  const running = new Map<Job, Promise<void>>();
  let waiting: Job[] = [];

  const isFree = ({ customerId }: Job): boolean =>
    [...running.keys()].filter((job) => job.customerId === customerId).length < MAX_PER_CUSTOMER;
  const next = (): void => {
    while (running.size < MAX_CONCURRENT && !stopping.signal.aborted) {
      const job = waiting.find(isFree);
      if (job === undefined) return;
      waiting = waiting.filter((other) => other !== job);
      running.set(
        job,
        job.run(stopping.signal).finally(() => {
          running.delete(job);
          next();
        }),
      );
    }
  };
  return {
    /** `run` must not reject; its signal aborts when everything stops */
    add: (customerId: string, run: (signal: AbortSignal) => Promise<void>): void => {
      waiting.push({ customerId, run });
      next();
    },
    /** resolves when nothing is running any more */
    stop: async (): Promise<void> => {
      waiting = [];
      stopping.abort(new Error('Counterbell is stopping'));
      await Promise.all(running.values());
    },
  };
}
