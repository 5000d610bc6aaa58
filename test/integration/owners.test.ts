import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#shared/contract/errors.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { backUp, ended } from '../fixtures/archive.ts';
import { openChannel } from '../fixtures/channels.ts';
import { connectEvents } from '../fixtures/event-stream.ts';
import { ACCESS_KEY, startHost, type Host } from '../fixtures/host.ts';
import { rpcRequest } from '../fixtures/rpc.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly accessKey: string;
}

type Deed = 'remove' | 'demote';

/** One of three owners does it to one of the three, perhaps to themselves. */
interface Act {
  readonly by: number;
  readonly deed: Deed;
  readonly to: number;
}

/** What an act may be answered with, if it isn't done. */
const REFUSALS = ['last_owner', 'not_removable', 'forbidden', 'not_signed_in', 'not_found'];

let host: Host;
let people: readonly Person[];

/** A tag and a saved reply of everybody's. */
let kept: { readonly tagId: string; readonly replyId: string };

beforeAll(async () => {
  host = await startHost();
  const { id, name } = await host.rpc('operators.me', {});
  people = [{ id, name, accessKey: ACCESS_KEY }];
  const channel = await openChannel(host);
  await channel.say('anna', 'Hello');
  await channel.say('boris', 'Hello');
  await host.rpc('chats.setTags', { chatId: '2', tags: ['Kept'] });
  const [tag] = (await host.rpc('tags.list', {})).tags;
  const { id: replyId } = await host.rpc('savedReplies.create', { shortcut: 'hi', text: 'Hello!' });
  kept = { tagId: tag?.id ?? '', replyId };
});
afterAll(() => host.remove());

const ask = ({ accessKey }: Person, route: string, input: unknown): Promise<Answer> =>
  rpcRequest(host.console, accessKey, route, input);

async function give<T>(person: Person, route: string, input: unknown): Promise<T> {
  const answer = await ask(person, route, input);
  if (!answer.ok) throw new Error(`${route}: ${answer.error.code}`);
  return answer.data as T;
}

/** Who works here, as somebody who does is told. */
async function team(): Promise<ReadonlyMap<string, string>> {
  const answers = await Promise.all(people.map((person) => ask(person, 'operators.list', {})));
  const answer = answers.find(({ ok }) => ok);
  if (answer?.ok !== true) throw new Error('nobody works here any more');
  const { operators } = answer.data as {
    readonly operators: readonly { readonly id: string; readonly role: string }[];
  };
  return new Map(operators.map(({ id, role }) => [id, role]));
}

/** As many owners as that, and nobody else; those who are owners already stay. */
async function gather(count: number): Promise<void> {
  const roles = await team();
  const owners = people.filter(({ id }) => roles.get(id) === 'owner');
  const [first] = owners;
  if (first === undefined) throw new Error('there is no owner');
  for (const [id, role] of roles) if (role !== 'owner') await give(first, 'operators.remove', { operatorId: id });
  while (owners.length < count) {
    const name = `Owner ${String(owners.length)}`;
    const added = await give<{ readonly operator: { readonly id: string }; readonly accessKey: string }>(
      first,
      'operators.add',
      { name, role: 'owner' },
    );
    owners.push({ id: added.operator.id, name, accessKey: added.accessKey });
  }
  for (const { id } of owners.splice(count)) await give(first, 'operators.remove', { operatorId: id });
  people = owners;
}

const perform = async ({ by, deed, to }: Act): Promise<Answer> => {
  const [actor, other] = [people[by], people[to]];
  if (actor === undefined || other === undefined) throw new Error('not one of them');
  const operatorId = other.id;
  return deed === 'remove'
    ? ask(actor, 'operators.remove', { operatorId })
    : ask(actor, 'operators.change', { operatorId, role: 'operator' });
};

/** Begins to send a file, in two halves; the second one is sent when asked for. */
function beginUpload(person: Person, path: string, file: Buffer) {
  const half = Math.floor(file.length / 2);
  const sending = request(`${host.console}/media/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessKey}`, 'content-type': 'application/octet-stream' },
  });
  const status = once(sending, 'response').then(([answer]) => {
    const { statusCode } = (answer as IncomingMessage).resume();
    return statusCode;
  });
  const begun = once(sending, 'socket').then(
    () => new Promise((resolve) => sending.write(file.subarray(0, half), resolve)),
  );
  return { begun, finish: () => void sending.end(file.subarray(half)), status };
}

test('of a file that an owner is sending when they are removed, nothing is kept', async () => {
  await gather(2);
  const [first, second] = people;
  if (first === undefined || second === undefined) throw new Error('there are no two owners');
  const { name } = await backUp(host);
  const stored = await fetch(`${host.console}/media/backups/${name}`, {
    headers: { authorization: `Bearer ${first.accessKey}` },
  });
  const backup = Buffer.from(await stored.arrayBuffer());
  const file = Buffer.from('a file that nobody has sent before');
  const uploads = [beginUpload(second, 'uploads?name=note.txt', file), beginUpload(second, 'backups', backup)];
  for (const { begun } of uploads) await begun;
  const before = await give(first, 'backups.list', {});
  expect(await perform({ by: 0, deed: 'remove', to: 1 })).toMatchObject({ ok: true });
  for (const { finish } of uploads) finish();
  expect(await Promise.all(uploads.map(({ status }) => status))).toEqual([401, 401]);
  expect(await give(first, 'backups.list', {})).toEqual(before);
  const digest = createHash('sha256').update(file).digest('hex');
  const left = await fetch(`${host.console}/media/${digest}`, {
    headers: { authorization: `Bearer ${first.accessKey}` },
  });
  expect(left.status).toBe(404);
});

test('a restore that an owner has begun when they are removed does not happen, and does not bring them back', async () => {
  await gather(2);
  const [first, second] = people;
  if (first === undefined || second === undefined) throw new Error('there are no two owners');
  const { name } = await backUp(host, { withMedia: true, passphrase: 'a long passphrase' });
  const before = await give(first, 'backups.list', {});
  // The passphrase alone takes longer than the removal.
  const job = await give<Job>(second, 'backups.restore', { name, passphrase: 'a long passphrase' });
  expect(await perform({ by: 0, deed: 'remove', to: 1 })).toMatchObject({ ok: true });
  expect(await ended(host, job)).toMatchObject({
    state: 'failed',
    problem: { code: 'errors:refusals.job.notOwner' },
  });
  expect(await give(first, 'backups.list', {})).toEqual(before);
  expect([...(await team()).keys()]).toEqual([first.id]);
  // What was held back meanwhile goes on.
  await give(first, 'team.change', { name: 'Shop' });
});

const DEEDS: readonly Deed[] = ['remove', 'demote'];
const pairs = DEEDS.flatMap((first) => DEEDS.map((second) => [first, second] as const));

test.each(pairs)(
  'two owners who %s and %s each other at once: one of them stays, the other is told why',
  async (...deeds) => {
    await gather(2);
    const answers = await Promise.all(deeds.map((deed, by) => perform({ by, deed, to: 1 - by })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const loser = answers.find(({ ok }) => !ok);
    expect(['last_owner', 'forbidden', 'not_signed_in']).toContain(loser?.ok === false && loser.error.code);
    expect([...(await team()).values()].filter((role) => role === 'owner')).toHaveLength(1);
  },
);

test('two owners who both step down at once: one of them stays', async () => {
  await gather(2);
  const answers = await Promise.all([0, 1].map((each) => perform({ by: each, deed: 'demote', to: each })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'last_owner' } });
  expect([...(await team()).values()].toSorted()).toEqual(['operator', 'owner']);
});

test('an owner who is removed by another while they work is out at once, with their windows', async () => {
  await gather(2);
  const window = await connectEvents(host.console, { authorization: `Bearer ${people[1]?.accessKey ?? ''}` });
  expect(await perform({ by: 0, deed: 'remove', to: 1 })).toMatchObject({ ok: true });
  await window.closed;
  expect(await perform({ by: 1, deed: 'remove', to: 0 })).toMatchObject({ error: { code: 'not_signed_in' } });
});

/** What an owner may be changing when another removes or demotes them. */
const WISHES: readonly (readonly [route: string, input: (number: number) => object])[] = [
  ['operators.add', (number) => ({ name: `Added ${String(number)}` })],
  ['invitations.create', (number) => ({ name: `Invited ${String(number)}`, role: 'owner' })],
  ['team.change', (number) => ({ name: `Shop ${String(number)}` })],
  ['remoteAccess.change', (number) => ({ outside: `https://shop-${String(number)}.example` })],
  ['channels.create', (number) => ({ name: `Channel ${String(number)}` })],
  ['operators.update', (number) => ({ name: `Named ${String(number)}` })],
  ['devices.invite', () => ({})],
  ['tags.rename', (number) => ({ tagId: kept.tagId, name: `Renamed ${String(number)}` })],
  ['savedReplies.update', (number) => ({ replyId: kept.replyId, text: `Text ${String(number)}` })],
];

/** The same, which operators may change as well: removed, they change nothing. */
const OPERATORS_WISHES: typeof WISHES = [
  ['chats.setTags', (number) => ({ chatId: '1', tags: [`Tag ${String(number)}`] })],
  ['contacts.update', (number) => ({ customerId: '1', notes: `Note ${String(number)}` })],
  ['chats.note', (number) => ({ chatId: '1', text: `Note ${String(number)}` })],
];

/** What the team has, and one chat, as the first of the people is told. */
async function everything(): Promise<readonly Answer[]> {
  const [first] = people;
  if (first === undefined) throw new Error('nobody works here');
  const lists = [
    ...['operators.list', 'invitations.list', 'team.get', 'remoteAccess.get', 'channels.list', 'savedReplies.list'],
    ...['tags.list', 'chats.list', 'contacts.list'],
  ];
  return Promise.all([
    ...lists.map((route) => ask(first, route, {})),
    ask(first, 'messages.list', { chatId: '1' }),
    ask(first, 'contacts.get', { customerId: '1' }),
  ]);
}

test.each(DEEDS)(
  'of what an owner is changing while another owner %ss them, nothing happens once that was answered',
  async (deed) => {
    const wish = fc.constantFrom(...WISHES, ...(deed === 'remove' ? OPERATORS_WISHES : []));
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 1, maxLength: 12 }),
        fc.array(wish, { minLength: 1, maxLength: 12 }),
        async (before, after) => {
          await gather(2);
          const [, second] = people;
          if (second === undefined) throw new Error('there is no second owner');
          const send = (wishes: typeof WISHES): readonly Promise<Answer>[] =>
            wishes.map(([route, input], number) => ask(second, route, input(number)));
          const sent = send(before);
          const acting = perform({ by: 0, deed, to: 1 });
          const all = [...sent, ...send(after)];
          expect(await acting).toMatchObject({ ok: true });
          const left = await everything();
          for (const answer of await Promise.all(all))
            if (!answer.ok) expect(['forbidden', 'not_signed_in']).toContain(answer.error.code);
          expect(await everything()).toEqual(left);
        },
      ),
      { numRuns: 8 },
    );
  },
);

test('whatever three owners do to each other and to themselves, at once and with restarts between: an owner stays, what was answered is so, and the others are told', async () => {
  const one = fc.nat({ max: 2 });
  const act: fc.Arbitrary<Act> = fc.record({ by: one, deed: fc.constantFrom(...DEEDS), to: one });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), fc.boolean(), async (acts, isRestarted) => {
      await gather(3);
      const answers = await Promise.all(acts.map(perform));
      if (isRestarted) {
        await host.stop();
        host = await host.restart();
      }
      const roles = await team();
      expect([...roles.values()]).toContain('owner');
      for (const [at, { id }] of people.entries()) {
        const done = acts.flatMap(({ deed, to }, index) => (to === at && answers[index]?.ok === true ? [deed] : []));
        expect(roles.get(id)).toBe(
          done.includes('remove') ? undefined : done.includes('demote') ? 'operator' : 'owner',
        );
      }
      for (const [index, answer] of answers.entries()) {
        if (answer.ok) continue;
        expect(REFUSALS).toContain(answer.error.code);
        // Who still works here isn't told to sign in, which would end their session.
        const caller = people[acts[index]?.by ?? -1]?.id ?? '';
        if (roles.has(caller)) expect(answer.error.code).not.toBe('not_signed_in');
      }
    }),
    { numRuns: 10 },
  );
});
