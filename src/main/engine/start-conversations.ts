import { startBots, type BotParts } from '#main/bots/start-bots.ts';
import type { BotDirectory } from '#main/bots/directory.ts';
import { startOperatorTyping, type OperatorTyping } from '#main/channels/operator-typing.ts';
import { createPoster } from '#main/channels/outbound.ts';
import { createReplies, type Replies } from '#main/channels/replies.ts';
import { createAssigning, type Assigning } from '#main/chats/assigning.ts';
import { startAttention, type Attention } from '#main/chats/attention.ts';
import { createAutoClose, type AutoClose } from '#main/chats/auto-close.ts';
import { createChats, type Chats } from '#main/chats/chats.ts';
import { createContacts, type Contacts } from '#main/chats/contacts.ts';
import { createRatings, type Ratings } from '#main/chats/ratings.ts';
import { startCustomerTyping, type CustomerTyping } from '#main/chats/typing.ts';
import { startDelivery } from '#main/delivery/delivery.ts';
import { createOutgoing, type Outgoing } from '#main/media/outgoing/outgoing.ts';
import { createStickers, type Stickers } from '#main/media/outgoing/stickers.ts';
import { startMedia, type Media } from '#main/media/start-media.ts';
import type { Ground } from './start-ground.ts';
import type { BuiltInSides } from './start-sides.ts';
import type { Starting } from './starting.ts';

/** All that happens between customers, bots and operators. */
export interface Conversations {
  readonly replies: Replies;
  readonly directory: BotDirectory;
  readonly botParts: BotParts;
  readonly chats: Chats;
  readonly assigning: Assigning;
  readonly attention: Attention;
  readonly contacts: Contacts;
  readonly autoClose: AutoClose;
  readonly ratings: Ratings;
  readonly customerTyping: CustomerTyping;
  readonly operatorTyping: OperatorTyping;
  readonly media: Media;
  readonly outgoing: Outgoing;
  readonly stickers: Stickers;
}

export async function startConversations(
  { options, started, later }: Starting,
  ground: Ground,
  { directory, testBot, testCustomer }: BuiltInSides,
): Promise<Conversations> {
  const { clock, log, version, dataDir } = options;
  const { store, settings, operators, journal, channels, availability, emit } = ground;
  const publicAddress = (): string => later.publicAddress();
  const ratingTexts = (): Record<string, string> =>
    Object.fromEntries(
      channels.list().flatMap(({ id, ratingText }) => (ratingText === undefined ? [] : [[id, ratingText]])),
    );
  const poster = started(createPoster(version));
  const replies = createReplies({
    channels,
    poster,
    store,
    operators,
    journal,
    clock,
    testEndpoint: () => testCustomer.endpoint,
  });
  const delivery = started(
    await startDelivery({
      store,
      clock,
      log,
      attempt: replies.attempt,
      onChange: ({ message, chat }) => {
        emit('message.changed', { message });
        if (message.delivery?.state === 'failed') emit('chat.changed', { chat });
      },
    }),
  );
  const { installationId } = settings.current();
  const botParts = started(
    await startBots({
      directory,
      store,
      journal,
      clock,
      log,
      emit,
      installationId,
      publicAddress,
      ratingTexts,
      version,
      onQueued: delivery.enqueue,
      availability,
      testEndpoint: () => testBot.endpoint,
    }),
  );
  later.presenceChanged = botParts.availabilityChanged;
  const { announce } = botParts;
  const stopHearing = settings.onChats((changes) => {
    for (const change of changes) announce(change);
  });
  started({ stop: stopHearing });
  const chats = createChats({
    store,
    clock,
    emit,
    onQueued: delivery.enqueue,
    onEvents: botParts.enqueue,
    announce,
    publicAddress,
    ratingTexts,
    bots: directory,
    ...availability,
  });
  const builtInFiles = (): string => `${new URL(testCustomer.endpoint).origin}/samples/`;
  const media = started(startMedia({ dataDir, store, settings, channels, builtInFiles, clock, log, version, emit }));
  const sendTyping: Replies['sendTyping'] = (chatId, operatorId, type, isDue) =>
    replies
      .sendTyping(chatId, operatorId, type, isDue)
      .catch((error: unknown) => log.warn({ err: error, chatId }, 'a typing notice could not be sent'));
  return {
    replies,
    directory,
    botParts,
    chats,
    media,
    assigning: createAssigning({ store, clock, announce, bots: directory }),
    attention: started(startAttention({ clock, onChange: (changed) => emit('chat.attention', changed) })),
    contacts: createContacts({ store, clock, announce, emit }),
    autoClose: started(
      createAutoClose({ store, clock, log, announce, settings: () => settings.current().hours.autoClose }),
    ),
    ratings: createRatings({
      store,
      clock,
      announce,
      emit,
      channelName: (channelId) => channels.find(channelId)?.name,
    }),
    customerTyping: started(
      startCustomerTyping({
        clock,
        onChange: (chatId, isTyping) => emit('chat.typing', { chatId, typing: isTyping }),
      }),
    ),
    operatorTyping: started(startOperatorTyping({ clock, send: sendTyping })),
    outgoing: createOutgoing({
      store,
      chats,
      media: media.files,
      settings: media.settings,
      channel: channels.find,
      publicAddress,
      clock,
    }),
    stickers: createStickers({ store, media: media.files, clock, emit }),
  };
}
