import { expect, type Page } from '@playwright/test';
import { mapContactFields } from '#shared/domain/contact-fields.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/contract/routes.ts';
import { ended } from '../fixtures/archive.ts';
import type { TestChannel } from '../fixtures/channels.ts';
import type { EventStream } from '../fixtures/event-stream.ts';
import { openVisitor } from '../fixtures/visitor.ts';
import type { Host } from '../fixtures/host-client.ts';
import { answer, type Endpoint } from '../fixtures/integrator.ts';
import type { MediaFiles } from '../fixtures/media-files.ts';
import { locatedJpeg } from '../fixtures/located-pictures.ts';
import { picture } from '../fixtures/pictures.ts';
import { openToCustomers } from '../fixtures/public-address.ts';
import { openRatingPage, ratingLink } from '../fixtures/rating-page.ts';
import { upload } from '../fixtures/uploads.ts';
import { chatRow } from './conversation.ts';
import type { Elsewhere, Looking } from './window-looks.ts';
import { naming } from '../fixtures/stale-answers.ts';

const SQUARE = locatedJpeg().toString('base64');

export type Acting = Exclude<RouteName, Looking | Elsewhere>;

/** Ivan in another window, what he acts on, and what he received. */
export interface Desk {
  readonly host: Host;
  /** the same, for secrets taken from a link */
  readonly ivansHost: Host;
  readonly channel: TestChannel;
  /** the channel's reply address */
  readonly endpoint: Endpoint;
  readonly ivan: <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>;
  /** ids of customers */
  readonly files: MediaFiles;
  readonly events: EventStream;
  readonly say: (customer: string, text: string) => Promise<string>;
  /** the chat shown in Olga's window, and one in its list */
  readonly chatId: string;
  readonly otherId: string;
  readonly ids: Map<string, string>;
}

export interface Act {
  /** Olga's window at that time; default: unchanged */
  readonly at?: string;
  readonly act: (desk: Desk) => Promise<unknown>;
  readonly seen?: (page: Page, desk: Desk) => Promise<unknown>;
}

const feed = (page: Page) => page.getByRole('log');
const inFeed = (text: string | RegExp) => (page: Page) => expect(feed(page).getByText(text).first()).toBeVisible();
const onPage = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible();
const notOnPage = (text: string) => (page: Page) => expect(page.getByRole('main').getByText(text)).toHaveCount(0);
const id = ({ ids }: Desk, name: string): string => ids.get(name) ?? '';
const stored = async (desk: Desk, name: string, made: Promise<{ readonly id: string }>): Promise<unknown> =>
  desk.ids.set(name, (await made).id);
const customerOf = async ({ host }: Desk, chatId: string): Promise<string> =>
  (await host.rpc('chats.get', { chatId })).customer.id;
const tagId = async ({ host }: Desk, name: string): Promise<string> =>
  (await host.rpc('tags.list', {})).tags.find((tag) => tag.name === name)?.id ?? '';
const operator = async ({ host }: Desk, name: string): Promise<string> =>
  (await host.rpc('operators.list', {})).operators.find((each) => each.name === name)?.id ?? '';
/** Nothing listens there. */
const mailServer = { host: '127.0.0.1', port: 9, user: 'help', tls: false } as const;
const mailServers = { imap: mailServer, smtp: mailServer, folder: 'INBOX', plusAddresses: false } as const;
const mailbox = { name: 'Help desk', address: 'help@shop.example', ...mailServers } as const;
const keep = mapContactFields(() => 'into' as const);

/** Every route that acts, in a feasible order; a new one doesn't compile without a line. */
export const acts: { readonly [R in Acting]: Act } = {
  'chats.look': {
    at: 'chat',
    act: ({ ivan, chatId, events }) => ivan('chats.look', { windowId: events.hello.windowId, chatId }),
    seen: (page) => expect(page.getByRole('img', { name: /^Ivan is looking/ }).first()).toBeVisible(),
  },
  'chats.typing': {
    act: ({ ivan, chatId }) => ivan('chats.typing', { chatId, typing: true }),
    seen: (page) => expect(page.getByText('Ivan is typing a reply').first()).toBeVisible(),
  },
  'media.fetch': {
    act: async ({ ivan, channel, files }) => {
      await channel.post({ sender: { id: 'Anna' }, message: { type: 'photo', ...files.file('lamp.png') } });
      const photo = (await channel.feed('"Anna"')).find(({ type }) => type === 'photo');
      await ivan('media.fetch', { id: photo?.id ?? '', part: 'file' });
    },
    seen: (page) =>
      expect(feed(page).getByRole('button', { name: 'lamp.png, view larger' }).locator('img').last()).toHaveJSProperty(
        'naturalWidth',
        1600,
      ),
  },
  'chats.take': { act: ({ ivan, chatId }) => ivan('chats.take', { chatId }), seen: inFeed('Ivan took the chat') },
  'chats.reply': {
    act: ({ ivan, chatId }) => ivan('chats.reply', { chatId, text: 'Ivan answers this' }),
    seen: inFeed('Ivan answers this'),
  },
  'chats.pin': {
    act: ({ ivan, chatId }) => ivan('chats.pin', { chatId, pinned: true }),
    seen: (page) => expect(page.getByRole('img', { name: 'Pinned' }).first()).toBeVisible(),
  },
  'chats.snooze': {
    act: ({ ivan, chatId }) => ivan('chats.snooze', { chatId }),
    seen: inFeed('Ivan snoozed the chat until the customer writes'),
  },
  'chats.unsnooze': {
    act: ({ ivan, chatId }) => ivan('chats.unsnooze', { chatId }),
    seen: inFeed('Ivan ended the snooze'),
  },
  'replies.schedule': {
    act: async (desk) => {
      const { replies } = await desk.ivan('replies.schedule', {
        chatId: desk.chatId,
        text: 'For tomorrow morning',
        sendAt: Date.now() + 24 * 60 * 60_000,
      });
      desk.ids.set('scheduled', replies[0]?.id ?? '');
    },
    seen: onPage('For tomorrow morning'),
  },
  'replies.cancel': {
    act: (desk) => desk.ivan('replies.cancel', { replyId: id(desk, 'scheduled') }),
    seen: notOnPage('For tomorrow morning'),
  },
  'chats.replyMedia': {
    act: async ({ ivansHost, ivan, chatId }) => {
      const { uploadId } = await upload(ivansHost, 'from-ivan.png', picture(400, 300, 4));
      await ivan('chats.replyMedia', {
        chatId,
        clientId: 'from-ivan-1',
        parts: [
          { type: 'photo', uploadId },
          { type: 'location', latitude: 1, longitude: 2 },
        ],
      });
    },
    seen: (page) => expect(feed(page).getByRole('button', { name: 'from-ivan.png, view larger' })).toBeVisible(),
  },
  'chats.note': {
    act: ({ ivan, chatId }) => ivan('chats.note', { chatId, text: 'Only between us' }),
    seen: inFeed('Only between us'),
  },
  'chats.editNote': {
    act: async ({ host, ivan, chatId }) => {
      const { messages } = await host.rpc('messages.list', { chatId });
      const note = messages.findLast(({ from }) => from === 'note');
      await ivan('chats.editNote', { messageId: note?.id ?? '', text: 'Between the two of us' });
    },
    seen: inFeed('Between the two of us'),
  },
  'chats.assign': {
    act: async (desk) =>
      desk.ivan('chats.assign', { chatId: desk.chatId, operatorId: await operator(desk, 'Olga'), note: 'Yours' }),
    seen: inFeed('Ivan assigned the chat to you'),
  },
  'chats.unassign': {
    act: ({ ivan, chatId }) => ivan('chats.unassign', { chatId }),
    seen: inFeed('Ivan took the chat back from you'),
  },
  'chats.requestRating': {
    act: async ({ host, ivan, chatId }) => {
      await openToCustomers(host);
      const { message } = await ivan('chats.requestRating', { chatId });
      await host.rpc('connection.change', { own: { publicUrl: host.listener } });
      await (await openRatingPage(ratingLink(message.text))).rate(4, 'Quite good');
    },
    seen: inFeed('Quite good'),
  },
  'chats.begin': {
    act: async (desk) => {
      const chatId = await desk.say('Carl', 'Hello');
      await desk.ivan('chats.close', { chatId });
      await desk.ivan('chats.begin', { customerId: await customerOf(desk, chatId), text: 'Ivan writes first' });
    },
    seen: (page) => expect(chatRow(page, 'Carl')).toContainText('Ivan writes first'),
  },
  'chats.close': { act: ({ ivan, chatId }) => ivan('chats.close', { chatId }), seen: inFeed('Ivan closed the chat') },
  'chats.reopen': {
    act: ({ ivan, chatId }) => ivan('chats.reopen', { chatId }),
    seen: inFeed('Ivan reopened the chat'),
  },
  'chats.returnToBot': {
    act: ({ ivan, chatId }) => ivan('chats.returnToBot', { chatId }),
    seen: inFeed('Ivan returned the chat to FAQ'),
  },
  'chats.setTags': {
    act: ({ ivan, chatId }) => ivan('chats.setTags', { chatId, tags: ['lamp', 'refund'] }),
    seen: (page) =>
      expect(
        page
          .getByRole('region', { name: /^Chat with/ })
          .getByText('lamp')
          .first(),
      ).toBeVisible(),
  },
  'chats.markRead': {
    act: ({ ivan, otherId }) => ivan('chats.markRead', { chatId: otherId }),
    // Chats seen by a colleague are still unread here.
    seen: (page) => expect(chatRow(page, 'Ben').getByRole('img', { name: /unread/ })).toBeVisible(),
  },
  'messages.resend': {
    act: async ({ ivan, endpoint, chatId, events }) => {
      endpoint.react(answer.body('{}', 503));
      const { messages } = await ivan('chats.reply', { chatId, text: 'Lost on the way' });
      await events.waitFor(
        'message.changed',
        ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'failed',
      );
      endpoint.react(answer.ok);
      await ivan('messages.resend', { messageId: messages[0]?.id ?? '' });
    },
    seen: (page) =>
      expect(
        feed(page).getByRole('article').filter({ hasText: 'Lost on the way' }).getByRole('img', { name: 'Delivered' }),
      ).toBeVisible(),
  },
  'messages.dismissFailure': {
    act: async ({ ivan, endpoint, chatId, events }) => {
      endpoint.react(answer.body('{}', 503));
      const { messages } = await ivan('chats.reply', { chatId, text: 'Left at that' });
      await events.waitFor(
        'message.changed',
        ({ message }) => message.id === messages[0]?.id && message.delivery?.state === 'failed',
      );
      endpoint.react(answer.ok);
      await ivan('messages.dismissFailure', { messageId: messages[0]?.id ?? '' });
    },
    seen: async (page) => {
      const message = feed(page).getByRole('article').filter({ hasText: 'Left at that' });
      await expect(message.getByText('Not delivered')).toBeVisible();
      await expect(message.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    },
  },
  'customers.update': {
    act: async (desk) =>
      desk.ivan('customers.update', {
        customerId: await customerOf(desk, desk.chatId),
        name: 'Anna Smith',
        phone: '+46 8 1',
      }),
    seen: (page) => expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+46 8 1'),
  },
  'contacts.update': {
    act: async (desk) =>
      desk.ivan('contacts.update', {
        customerId: await customerOf(desk, desk.chatId),
        notes: 'Likes blue',
        tags: ['regular'],
      }),
    seen: (page) => expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Likes blue'),
  },
  'contacts.merge': {
    act: async (desk) =>
      desk.ivan('contacts.merge', {
        customerId: await customerOf(desk, desk.chatId),
        otherId: await customerOf(desk, desk.otherId),
        keep,
      }),
    seen: (page) => expect(chatRow(page, 'Anna Smith')).toHaveCount(2),
  },
  'contacts.separate': {
    act: async (desk) => desk.ivan('contacts.separate', { customerId: await customerOf(desk, desk.otherId) }),
    seen: (page) => expect(chatRow(page, 'Ben')).toHaveCount(1),
  },
  'customers.block': {
    act: async (desk) => desk.ivan('customers.block', { customerId: await customerOf(desk, desk.chatId) }),
    seen: inFeed('Ivan blocked this customer'),
  },
  'customers.unblock': {
    act: async (desk) => desk.ivan('customers.unblock', { customerId: await customerOf(desk, desk.chatId) }),
    seen: (page) => expect(page.getByRole('region', { name: 'Blocked' })).toHaveCount(0),
  },
  'media.clear': { act: ({ ivan }) => ivan('media.clear', {}) },
  'media.discardUpload': {
    act: async ({ ivansHost, ivan }) =>
      ivan('media.discardUpload', { uploadId: (await upload(ivansHost, 'not-sent.png', picture(10, 10, 1))).uploadId }),
  },
  'push.look': { act: ({ ivan, events }) => ivan('push.look', { windowId: events.hello.windowId, visible: true }) },
  'push.dismiss': { act: ({ ivan }) => ivan('push.dismiss', { kind: 'waiting' }) },
  'operators.report': {
    act: ({ ivan, events }) => ivan('operators.report', { windowId: events.hello.windowId, present: true }),
  },
  'operators.setPresence': { act: ({ ivan }) => ivan('operators.setPresence', { presence: 'online' }) },

  'tags.rename': {
    at: '/settings/tags',
    act: async (desk) => desk.ivan('tags.rename', { tagId: await tagId(desk, 'lamp'), name: 'lights' }),
    seen: onPage('lights'),
  },
  'tags.merge': {
    act: async (desk) =>
      desk.ivan('tags.merge', { tagId: await tagId(desk, 'refund'), intoId: await tagId(desk, 'lights') }),
    seen: notOnPage('refund'),
  },
  'tags.remove': {
    act: async (desk) => desk.ivan('tags.remove', { tagId: await tagId(desk, 'lights') }),
    seen: notOnPage('lights'),
  },
  'savedReplies.create': {
    at: '/settings/replies',
    act: (desk) => stored(desk, 'reply', desk.ivan('savedReplies.create', { shortcut: 'hello', text: 'Hello there' })),
    seen: onPage('hello'),
  },
  'savedReplies.update': {
    act: (desk) => desk.ivan('savedReplies.update', { replyId: id(desk, 'reply'), shortcut: 'greeting' }),
    seen: onPage('greeting'),
  },
  'savedReplies.remove': {
    act: (desk) => desk.ivan('savedReplies.remove', { replyId: id(desk, 'reply') }),
    seen: notOnPage('greeting'),
  },
  'stickers.add': {
    at: '/settings/media',
    act: async (desk) =>
      stored(
        desk,
        'sticker',
        desk.ivan('stickers.add', {
          uploadId: (await upload(desk.ivansHost, 'wave.png', picture(256, 256, 7))).uploadId,
          emoji: '👋',
        }),
      ),
    seen: (page) => expect(page.getByRole('main').getByRole('img', { name: /👋/ }).first()).toBeVisible(),
  },
  'stickers.remove': {
    act: (desk) => desk.ivan('stickers.remove', { stickerId: id(desk, 'sticker') }),
    seen: (page) => expect(page.getByRole('main').getByRole('img', { name: /👋/ })).toHaveCount(0),
  },
  'media.updateSettings': { act: ({ ivan }) => ivan('media.updateSettings', { largest: 51 }) },
  'operators.add': {
    at: '/settings/operators',
    act: async (desk) =>
      stored(
        desk,
        'zoe',
        desk.ivan('operators.add', { name: 'Zoe' }).then((added) => added.operator),
      ),
    seen: onPage('Zoe'),
  },
  'operators.change': {
    act: (desk) => desk.ivan('operators.change', { operatorId: id(desk, 'zoe'), name: 'Zoe Bell' }),
    seen: onPage('Zoe Bell'),
  },
  'remoteAccess.change': { act: ({ ivan }) => ivan('remoteAccess.change', { port: 8792 }) },
  'team.change': { act: ({ ivan }) => ivan('team.change', { reports: false }) },
  'devices.invite': { act: ({ ivan }) => ivan('devices.invite', {}) },
  'invitations.create': {
    act: async (desk) => {
      const { invitation } = await desk.ivan('invitations.create', { name: 'Yuri', role: 'operator' });
      desk.ids.set('invitation', invitation.id);
    },
  },
  'invitations.withdraw': {
    act: (desk) => desk.ivan('invitations.withdraw', { invitationId: id(desk, 'invitation') }),
  },
  'devices.remove': {
    act: async ({ ivan }) => {
      const { devices } = await ivan('devices.list', {});
      const others = devices.filter(({ isThis, isOnline }) => !isThis && !isOnline);
      if (others[0] !== undefined) await ivan('devices.remove', { deviceId: others[0].id });
    },
  },
  'operators.setPicture': {
    act: (desk) => desk.ivan('operators.setPicture', { operatorId: id(desk, 'zoe'), jpeg: SQUARE }),
    seen: (page) => expect(page.getByRole('main').locator('img[src^="/media/pictures/"]').first()).toBeVisible(),
  },
  'operators.renewKey': { act: (desk) => desk.ivan('operators.renewKey', { operatorId: id(desk, 'zoe') }) },
  'operators.remove': {
    act: (desk) => desk.ivan('operators.remove', { operatorId: id(desk, 'zoe') }),
    seen: notOnPage('Zoe Bell'),
  },
  'operators.update': {
    act: ({ ivan }) => ivan('operators.update', { name: 'Ivan Petrov' }),
    seen: onPage('Ivan Petrov'),
  },
  'channels.create': {
    at: '/settings/channels',
    act: (desk) => stored(desk, 'channel', desk.ivan('channels.create', { name: 'Second shop' })),
    seen: onPage('Second shop'),
  },
  'channels.update': {
    act: (desk) => desk.ivan('channels.update', { channelId: id(desk, 'channel'), name: 'Third shop' }),
    seen: onPage('Third shop'),
  },
  'channels.setPicture': {
    act: (desk) => desk.ivan('channels.setPicture', { channelId: id(desk, 'channel'), jpeg: SQUARE }),
    seen: (page) => expect(page.getByRole('main').locator('img[src^="/media/pictures/"]').first()).toBeVisible(),
  },
  'channels.pause': {
    act: (desk) => desk.ivan('channels.pause', { channelId: id(desk, 'channel') }),
    seen: onPage('Paused'),
  },
  'channels.resume': {
    act: (desk) => desk.ivan('channels.resume', { channelId: id(desk, 'channel') }),
    seen: notOnPage('Paused'),
  },
  'channels.renewSecret': { act: (desk) => desk.ivan('channels.renewSecret', { channelId: id(desk, 'channel') }) },
  'channels.renewSigningKey': {
    act: (desk) => desk.ivan('channels.renewSigningKey', { channelId: id(desk, 'channel') }),
  },
  'channels.restoreSecret': {
    act: async (desk) =>
      desk.ivan('channels.restoreSecret', {
        channelId: id(desk, 'channel'),
        address: (await desk.ivan('channels.addresses', { channelId: id(desk, 'channel') })).message,
      }),
  },
  'channels.remove': {
    act: (desk) => desk.ivan('channels.remove', { channelId: id(desk, 'channel') }),
    seen: notOnPage('Third shop'),
  },
  'mailboxes.add': {
    act: (desk) => stored(desk, 'mailbox', desk.ivan('mailboxes.add', { ...mailbox, password: 'secret' })),
    seen: onPage(mailbox.name),
  },
  'mailboxes.change': {
    act: (desk) => desk.ivan('mailboxes.change', { channelId: id(desk, 'mailbox'), folder: 'Shop' }),
  },
  'mailboxes.look': {
    act: (desk) => desk.ivan('mailboxes.look', { channelId: id(desk, 'mailbox') }),
    seen: onPage('Not reachable'),
  },
  'bots.create': {
    at: '/settings/bots',
    act: (desk) => stored(desk, 'bot', desk.ivan('bots.create', { name: 'Helper' })),
    seen: onPage('Helper'),
  },
  'bots.update': {
    act: (desk) => desk.ivan('bots.update', { botId: id(desk, 'bot'), name: 'Adviser' }),
    seen: onPage('Adviser'),
  },
  'bots.disable': {
    act: (desk) => desk.ivan('bots.disable', { botId: id(desk, 'bot') }),
    seen: onPage(/^Off|Turned off|Disabled/),
  },
  'bots.renewSigningKey': { act: (desk) => desk.ivan('bots.renewSigningKey', { botId: id(desk, 'bot') }) },
  'bots.enable': { act: (desk) => desk.ivan('bots.enable', { botId: id(desk, 'bot') }) },
  'bots.test': { act: (desk) => desk.ivan('bots.test', { botId: id(desk, 'bot'), text: 'Hello?' }) },
  'bots.remove': { act: (desk) => desk.ivan('bots.remove', { botId: id(desk, 'bot') }), seen: notOnPage('Adviser') },
  'hours.update': {
    at: '/settings/hours',
    act: ({ ivan }) => ivan('hours.update', { waiting: { attention: 2, urgent: 7 } }),
    seen: (page) => expect(page.locator('input[value="7"]').first()).toBeVisible(),
  },
  'connection.change': {
    at: '/settings/connection',
    act: ({ ivan }) => ivan('connection.change', { way: 'local' }),
    seen: onPage(/only|Only/),
  },
  'letterboxes.set': {
    act: ({ ivan, channel }) => ivan('letterboxes.set', { channelId: channel.id, url: 'http://127.0.0.1:9/shop' }),
    seen: onPage('127.0.0.1:9/shop'),
  },
  'letterboxes.check': { act: ({ ivan, channel }) => ivan('letterboxes.check', { channelId: channel.id }) },
  'letterboxes.renew': { act: ({ ivan, channel }) => ivan('letterboxes.renew', { channelId: channel.id }) },
  'letterboxes.remove': {
    act: ({ ivan, channel }) => ivan('letterboxes.remove', { channelId: channel.id }),
    seen: notOnPage('127.0.0.1:9/shop'),
  },
  'checks.run': {
    act: ({ ivan }) => ivan('checks.run', {}),
    seen: onPage(/^Checked /),
  },
  'channels.sendSample': {
    at: '/',
    act: ({ ivan, channel }) =>
      ivan('channels.sendSample', { channelId: channel.id, type: 'location', customerName: 'Sample customer' }),
    seen: (page) => expect(chatRow(page, 'Sample customer')).toBeVisible(),
  },
  'backups.change': { at: '/settings/data', act: ({ ivan }) => ivan('backups.change', { every: 'week' }) },
  'retention.change': {
    at: '/settings/customers',
    act: ({ ivan }) => ivan('retention.change', { months: 24 }),
    seen: (page) => expect(page.getByRole('combobox', { name: 'Keep closed chats' })).toContainText('2 years'),
  },
  'contacts.import': {
    act: ({ ivan }) => ivan('contacts.import', { rows: [{ email: 'nobody@x.example', tags: [] }] }),
    seen: onPage('1 person from a file hasn’t written yet.'),
  },
  'contacts.removeExpected': {
    act: ({ ivan }) => ivan('contacts.removeExpected', {}),
    seen: notOnPage('1 person from a file hasn’t written yet.'),
  },
  'backups.make': {
    at: '/settings/data',
    act: async ({ ivan, events }) => {
      await ivan('backups.make', { withMedia: false });
      await events.waitFor('answers.stale', naming('backups.list'));
      await events.until(async () => (await ivan('jobs.list', {})).jobs.find(({ state }) => state === 'done'));
    },
    seen: (page) => expect(page.getByRole('link', { name: /^Download the backup/ }).first()).toBeVisible(),
  },
  'jobs.cancel': {
    act: async ({ ivan }) => {
      const { id: jobId } = await ivan('backups.make', { withMedia: true });
      // It may be over before it is cancelled.
      await ivan('jobs.cancel', { jobId }).catch(() => undefined);
    },
  },
  'jobs.dismiss': {
    act: async ({ ivan, events }) => {
      const job = await events.until(async () =>
        (await ivan('jobs.list', {})).jobs.find(({ state }) => state !== 'running'),
      );
      await ivan('jobs.dismiss', { jobId: job.id });
    },
  },
  'backups.remove': {
    act: async ({ ivan }) => ivan('backups.remove', { name: (await ivan('backups.list', {})).backups[0]?.name ?? '' }),
  },
  'privacy.exportCustomer': {
    act: async (desk) => {
      const { id: jobId } = await desk.ivan('privacy.exportCustomer', {
        customerId: await customerOf(desk, desk.otherId),
      });
      await desk.events.until(async () =>
        (await desk.ivan('jobs.list', {})).jobs.some((job) => job.id === jobId && job.state === 'done')
          ? true
          : undefined,
      );
    },
  },
  'setup.finish': { at: '/', act: ({ ivan }) => ivan('setup.finish', {}) },
  'bulk.erase': {
    act: async (desk) => {
      const chatId = await desk.say('Spam', 'Buy now');
      await ended(desk.host, await desk.ivan('bulk.erase', { chatIds: [chatId] }));
    },
    seen: (page) => expect(chatRow(page, 'Spam')).toHaveCount(0),
  },
  'privacy.eraseCustomer': {
    act: async (desk) => {
      const customerId = await customerOf(desk, desk.otherId);
      await desk.ivan('privacy.eraseCustomer', {
        customerId,
        confirmation: (await desk.ivan('privacy.previewErase', { customerId })).name,
      });
      await desk.events.waitFor('customers.erased', ({ customerIds }) => customerIds.includes(customerId));
    },
    seen: (page) => expect(chatRow(page, 'Ben')).toHaveCount(0),
  },
  'visitors.invite': {
    at: '/visitors',
    act: async ({ host, ivan, events }) => {
      await ivan('channels.create', { name: 'Lamps', kind: 'site', publicId: 'lamps' });
      const { listenerUrl } = await ivan('setup.get', {});
      const visitor = await openVisitor(listenerUrl, 'lamps', {}, { origin: 'http://localhost:4000' });
      await visitor.next('welcome');
      await Promise.all([
        events.waitFor('answers.stale', naming('visitors.list')),
        events.waitFor('answers.stale', ({ answers }) => answers.some(({ route }) => route === 'sites.seen')),
      ]);
      const visitorId = (await host.rpc('visitors.list', {})).visitors[0]?.id ?? '';
      await ivan('visitors.invite', { visitorId, text: 'Can I help?' });
      expect((await visitor.next('invite')).text).toBe('Can I help?');
    },
    seen: (page) => expect(page.getByRole('main').getByRole('button', { name: 'Invite' })).toBeVisible(),
  },
  'team.renewAddresses': { act: (desk) => desk.ivan('team.renewAddresses', {}) },
};
