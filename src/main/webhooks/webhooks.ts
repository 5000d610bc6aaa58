import { createHmac, randomUUID } from 'node:crypto';
import { createProviderClient } from '#main/bots/provider-client.ts';
import { SerialQueue } from '#main/clock/clock.ts';
import { withDeadline } from '#main/delivery/lanes.ts';
import { type Journal, noteCall } from '#main/journal/journal.ts';
import { maskAddress } from '#main/journal/masking.ts';
import { newSecret } from '#main/settings/installation.ts';
import type { Settings } from '#main/settings/settings.ts';
import type { EngineContext } from '#main/store/store.ts';
import type { WaitingEvent } from '#main/store/webhooks/webhook-events.ts';
import type { CallsOf } from '#shared/contract/calls.ts';
import { ContractError } from '#shared/contract/errors.ts';
import { type StoredWebhook, type Webhook, WEBHOOK_EVENTS, type webhookRoutes } from '#shared/contract/webhooks.ts';
import { ENDPOINT_PHRASES, endpointProblem } from '#shared/domain/endpoint.ts';
import { growingDelay } from '#shared/domain/growing-delay.ts';
import type { DeliveryError } from '#shared/domain/message.ts';
import { omitUndefined } from '#shared/protocol/fields.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Milliseconds for one attempt, until the head of the answer. */
const ATTEMPT_TIME = 10_000;
/** Milliseconds between attempts while a server takes nothing. */
const RETRY = { first: 3000, longest: 10 * 60 * 1000 };
/**
 * A webhook is switched off once its server has taken nothing for so many milliseconds and attempts, which take half
 * an hour: a computer that slept over the weekend wakes without a network.
 */
const MAX_AGE = 24 * 60 * 60 * 1000;
const MIN_FAILURES = 12;
/** Events that may wait; counted after each failure, and each time that so many were taken. */
const MAX_WAITING = 10_000;
const TAKEN_UNCOUNTED = 100;
const MAX_WEBHOOKS = 20;

interface WebhooksOptions extends Pick<EngineContext, 'store' | 'clock' | 'log' | 'touch' | 'on' | 'onMoved'> {
  readonly settings: Pick<Settings, 'current' | 'write'>;
  readonly journal: Pick<Journal, 'add'>;
  readonly version: string;
  /** derived from the vault's for signing keys of webhooks */
  readonly vaultKey: Buffer;
}

/** Tells webhooks what happens in chats: each in order, the next event once the one before was taken. */
export function startWebhooks(options: WebhooksOptions) {
  const { store, settings, clock, log, touch, journal, vaultKey } = options;
  const client = createProviderClient(options.version, clock);
  const stopping = new AbortController();
  const writing = new SerialQueue();
  /** those that are being told something, with whether more was queued meanwhile */
  const running = new Map<string, { isMore: boolean; done: Promise<void> }>();
  /** those whose server took nothing last time; `cancel`: until the next attempt */
  const failing = new Map<string, { readonly failures: number; readonly cancel?: () => void }>();

  const list = (): readonly StoredWebhook[] => settings.current().webhooks;
  const find = (webhookId: string): StoredWebhook => {
    const found = list().find(({ id }) => id === webhookId);
    if (found === undefined) throw new ContractError('not_found', phrase('errors:refusals.webhook.gone'));
    return found;
  };
  const keyOf = ({ id, keySalt }: StoredWebhook): string =>
    createHmac('sha256', vaultKey).update(`${id} ${keySalt}`).digest('base64url');

  const save = (change: (before: readonly StoredWebhook[]) => readonly StoredWebhook[]): Promise<void> =>
    writing.run(async () => {
      await settings.write('changeSettings', { webhooks: [...change(list())] });
      touch('webhooks');
    });
  const replace = (webhookId: string, change: Partial<StoredWebhook>): Promise<void> =>
    save((before) => before.map((each) => (each.id === webhookId ? { ...each, ...change } : each)));
  const beginAnew = (webhookId: string): void => {
    failing.get(webhookId)?.cancel?.();
    failing.delete(webhookId);
  };
  const forget = async (webhookId: string): Promise<void> => {
    beginAnew(webhookId);
    await store.write('dropWebhookEvents', { webhookId });
  };

  const post = async (webhook: StoredWebhook, { chatId, body }: WaitingEvent): Promise<DeliveryError | undefined> => {
    const at = clock.wall();
    const { attempt, answer, requestHeaders, answerHeaders } = await withDeadline(clock, ATTEMPT_TIME, (signal) => {
      const either = AbortSignal.any([signal, stopping.signal]);
      return client.post(webhook.url, body, keyOf(webhook), either, store.nodes.leadsForSure);
    });
    if (stopping.signal.aborted) return { kind: 'interrupted' };
    const about = { at, took: attempt.took, status: attempt.status };
    const wire = { url: maskAddress(webhook.url, false), requestHeaders, responseHeaders: answerHeaders };
    void answer.then((responseBody) =>
      noteCall(journal, about, { chatId, kind: 'webhook', body }, attempt.error, { ...wire, responseBody }),
    );
    return attempt.error;
  };

  const waitingFor = async (webhookId: string) =>
    (await store.read('countWebhookEvents')).find((each) => each.webhookId === webhookId);
  const hasTooMany = async (webhookId: string): Promise<boolean> =>
    ((await waitingFor(webhookId))?.waiting ?? 0) > MAX_WAITING;
  const switchOff = async (webhookId: string): Promise<void> => {
    await replace(webhookId, { isOn: false, stoppedAt: clock.wall() });
    await forget(webhookId);
  };

  const failed = async (webhookId: string, { at }: WaitingEvent): Promise<void> => {
    if (stopping.signal.aborted) return;
    const failures = (failing.get(webhookId)?.failures ?? 0) + 1;
    const isOver = failures >= MIN_FAILURES && at < clock.wall() - MAX_AGE;
    if (isOver || (await hasTooMany(webhookId))) return await switchOff(webhookId);
    const again = (): void => {
      failing.set(webhookId, { failures });
      tell(webhookId);
    };
    failing.set(webhookId, { failures, cancel: clock.after(growingDelay(RETRY, failures - 1), again) });
    touch('webhooks');
  };

  /** Until nothing is left, or one was not taken. */
  const tellAll = async (webhookId: string): Promise<void> => {
    for (let taken = 1; ; taken += 1) {
      const webhook = list().find(({ id, isOn }) => id === webhookId && isOn);
      if (webhook === undefined || stopping.signal.aborted || !store.nodes.leads()) return;
      const next = await store.read('nextWebhookEvent', { webhookId });
      if (next === undefined) return;
      if ((await post(webhook, next)) !== undefined) return await failed(webhookId, next);
      await store.write('endWebhookEvent', { sequence: next.sequence });
      if (failing.delete(webhookId)) touch('webhooks');
      // A server that is slower than what happens is never done.
      if (taken % TAKEN_UNCOUNTED === 0 && (await hasTooMany(webhookId))) return await switchOff(webhookId);
    }
  };
  const tell = (webhookId: string): void => {
    const run = running.get(webhookId);
    if (run !== undefined) run.isMore = true;
    if (run !== undefined || failing.get(webhookId)?.cancel !== undefined) return;
    const begun = { isMore: false, done: Promise.resolve() };
    running.set(webhookId, begun);
    begun.done = tellAll(webhookId)
      .catch((error: unknown) => log.error({ err: error }, 'a webhook could not be told what happened'))
      .finally(() => {
        running.delete(webhookId);
        if (begun.isMore && !stopping.signal.aborted) tell(webhookId);
      });
  };
  const tellEach = (): void => {
    if (store.readOnly || !store.nodes.leads()) return;
    for (const { id, isOn } of list()) if (isOn) tell(id);
  };
  const stopsListening = [options.onMoved(tellEach), options.on('message.added', tellEach)];

  const viewOf = async ({ keySalt: _keySalt, ...webhook }: StoredWebhook): Promise<Webhook> => {
    const { waiting = 0, waitingSince } = (await waitingFor(webhook.id)) ?? {};
    return { ...webhook, waiting, ...(waitingSince !== undefined && { waitingSince }) };
  };

  const calls = {
    'webhooks.list': async () => ({ webhooks: await Promise.all(list().map(viewOf)) }),
    'webhooks.add': async ({ url, allowPlainHttp, events = [...WEBHOOK_EVENTS] }) => {
      refuseAddress(url, allowPlainHttp);
      if (list().length >= MAX_WEBHOOKS)
        throw new ContractError('invalid_input', phrase('errors:refusals.webhook.most', { most: MAX_WEBHOOKS }));
      const webhook = { id: randomUUID(), url, allowPlainHttp, events, isOn: true, keySalt: newSecret() };
      await save((before) => [...before, webhook]);
      return await viewOf(webhook);
    },
    'webhooks.change': async ({ webhookId, ...change }) => {
      const before = find(webhookId);
      const { url, allowPlainHttp } = { ...before, ...omitUndefined(change) };
      refuseAddress(url, allowPlainHttp);
      const wish = omitUndefined(change);
      await replace(webhookId, { ...wish, ...(wish.isOn !== undefined && { stoppedAt: undefined }) });
      if (wish.isOn === false) await forget(webhookId);
      else beginAnew(webhookId);
      tellEach();
      return await viewOf(find(webhookId));
    },
    'webhooks.key': async ({ webhookId }) => ({ key: keyOf(find(webhookId)) }),
    'webhooks.renewKey': async ({ webhookId }) => replace(find(webhookId).id, { keySalt: newSecret() }),
    'webhooks.remove': async ({ webhookId }) => {
      find(webhookId);
      await save((before) => before.filter(({ id }) => id !== webhookId));
      await forget(webhookId);
    },
  } satisfies CallsOf<typeof webhookRoutes>;
  return {
    calls,
    /** tells what the last run, or the last node that led, left */
    resume: tellEach,
    stop: async (): Promise<void> => {
      for (const stopListening of stopsListening) stopListening();
      stopping.abort();
      for (const { cancel } of failing.values()) cancel?.();
      client.stop();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** Coded error: endpoint_not_allowed. */
function refuseAddress(url: string, allowPlainHttp: boolean): void {
  const problem = endpointProblem(url, allowPlainHttp);
  if (problem === undefined) return;
  const reason = ENDPOINT_PHRASES[problem];
  throw new ContractError('endpoint_not_allowed', reason, [{ path: 'url', reason }]);
}
