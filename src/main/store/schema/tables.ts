/** The installation and its chats. Secrets are sealed. Removed records keep a row without secrets, for their chats. */
export const TABLES = `
  -- what there is once, as JSON
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  CREATE TABLE connection_secrets (
    name TEXT PRIMARY KEY,
    sealed TEXT NOT NULL
  ) STRICT;
  -- of the network server: the owner's, one made here, and the authority that signs that
  CREATE TABLE certificates (
    name TEXT PRIMARY KEY,
    certificate TEXT NOT NULL,
    key TEXT NOT NULL,
    -- what it was made for, as JSON; of an authority: what it may sign
    names TEXT NOT NULL
  ) STRICT;

  CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    sort_order INTEGER NOT NULL,
    name TEXT NOT NULL,
    photo TEXT,
    picture TEXT,
    role TEXT NOT NULL,
    presence TEXT NOT NULL,
    access_key TEXT NOT NULL,
    -- when nothing notifies them, as JSON
    quiet_hours TEXT,
    -- the channels that they work on, as JSON; null: all
    channels TEXT,
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    sort_order INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    public_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    signing_key TEXT,
    endpoint TEXT,
    allow_plain_http INTEGER NOT NULL,
    paused INTEGER NOT NULL,
    count_bot INTEGER NOT NULL,
    bot_channel_type TEXT NOT NULL,
    takes TEXT NOT NULL,
    own_network INTEGER NOT NULL,
    hours TEXT,
    away TEXT,
    rating_text TEXT,
    color TEXT,
    picture TEXT,
    -- settings that only its kind has, as JSON: an object with the kind's name for a key
    kind_settings TEXT,
    -- its letterbox on a website, as JSON, and the sealed key of that
    box TEXT,
    box_key TEXT,
    removed_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX channels_by_public_id ON channels (public_id) WHERE removed_at IS NULL;

  -- of operators and channels, whose column of that name begins with the token
  CREATE TABLE pictures (
    token TEXT PRIMARY KEY,
    -- base64
    jpeg TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE bots (
    id TEXT PRIMARY KEY,
    sort_order INTEGER NOT NULL,
    name TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    token TEXT NOT NULL,
    -- keyed, and the same for the same token: of two such bots neither works; null where the token cannot be opened
    token_digest TEXT,
    signing_key TEXT,
    endpoint TEXT,
    allow_plain_http INTEGER NOT NULL,
    hourly_limit INTEGER NOT NULL,
    silence_seconds INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE TABLE bot_channels (
    bot_id TEXT NOT NULL REFERENCES bots,
    channel_id TEXT NOT NULL REFERENCES channels,
    PRIMARY KEY (bot_id, channel_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE customers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id TEXT NOT NULL REFERENCES channels,
    -- sender.id as JSON text, in the form in which it last came, and what is the same in both forms
    external_id TEXT NOT NULL,
    external_key TEXT GENERATED ALWAYS AS (CASE WHEN external_id LIKE '"%' THEN external_id ELSE '"' || external_id || '"' END) VIRTUAL,
    -- name_key is the name for sorting
    name TEXT, name_key TEXT, phone TEXT, email TEXT, photo TEXT, url TEXT, invite TEXT,
    -- what the integrator said of the customer last, as JSON
    given TEXT NOT NULL DEFAULT '{}',
    filled_by_bot TEXT NOT NULL DEFAULT '[]',
    first_seen_at INTEGER NOT NULL,
    -- merged with others: whose contact fields and notes are the card of all
    contact_id INTEGER REFERENCES customers ON DELETE SET NULL,
    notes TEXT,
    blocked_at INTEGER,
    blocked_by TEXT,
    blocked_count INTEGER NOT NULL DEFAULT 0,
    blocked_last_at INTEGER,
    UNIQUE (channel_id, external_key)
  ) STRICT;
  CREATE INDEX customers_by_contact ON customers (contact_id) WHERE contact_id IS NOT NULL;
  CREATE INDEX customers_by_name ON customers (name_key, id) WHERE contact_id IS NULL;
  CREATE INDEX customers_blocked ON customers (blocked_at, id) WHERE blocked_at IS NOT NULL;

  CREATE TABLE contact_merges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL UNIQUE REFERENCES customers ON DELETE CASCADE,
    into_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    operator_name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contact_merges_by_into ON contact_merges (into_id, id);

  CREATE TABLE chats (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers,
    channel_id TEXT NOT NULL REFERENCES channels,
    state TEXT NOT NULL,
    operator_id TEXT REFERENCES operators,
    bot_id TEXT REFERENCES bots,
    asked INTEGER NOT NULL DEFAULT 0,
    bot_may_speak INTEGER NOT NULL DEFAULT 0,
    -- whether a customer is answered is a fact of the chat; who has looked at it is each operator's own
    unanswered INTEGER NOT NULL DEFAULT 0,
    seen TEXT,
    waiting_since INTEGER,
    failed INTEGER NOT NULL DEFAULT 0,
    rating TEXT,
    tags TEXT,
    -- whether the customer was told that nobody is there
    told_away INTEGER NOT NULL DEFAULT 0,
    -- who put it aside, and until when; without a time until the customer writes
    snoozed_by TEXT REFERENCES operators,
    snoozed_until INTEGER,
    pinned INTEGER NOT NULL DEFAULT 0,
    opened_at INTEGER NOT NULL,
    last_activity_at INTEGER NOT NULL,
    closed_at INTEGER,
    before_close TEXT,
    last_message_id INTEGER,
    -- for reports: milliseconds from the first unanswered word to the first answer of a person, and of a bot, if any
    answered_by TEXT REFERENCES operators,
    answer_waited INTEGER,
    bot_answer_waited INTEGER,
    left_bot TEXT
  ) STRICT;
  CREATE UNIQUE INDEX chats_one_open ON chats (customer_id) WHERE state <> 'closed';
  CREATE INDEX chats_by_customer ON chats (customer_id, id);
  CREATE INDEX chats_waiting ON chats (waiting_since, id) WHERE state = 'waiting';
  CREATE INDEX chats_of_bots ON chats (bot_id) WHERE state = 'bot';
  CREATE INDEX chats_failed ON chats (last_activity_at, id) WHERE failed > 0;
  CREATE INDEX chats_closed ON chats (last_activity_at, id) WHERE state = 'closed';
  CREATE INDEX chats_closed_of_channels ON chats (channel_id, last_activity_at, id) WHERE state = 'closed';
  CREATE INDEX chats_closed_of_operators ON chats (operator_id, last_activity_at, id) WHERE state = 'closed';
  CREATE INDEX chats_closed_at ON chats (closed_at) WHERE state = 'closed';
  CREATE INDEX chats_opened ON chats (opened_at);
  CREATE INDEX chats_snoozed ON chats (snoozed_until) WHERE snoozed_until IS NOT NULL;

  -- every bot that has held a chat
  CREATE TABLE chat_bots (
    chat_id INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    bot_id TEXT NOT NULL REFERENCES bots,
    PRIMARY KEY (chat_id, bot_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE chat_tags (
    tag_id INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
    chat_id INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    PRIMARY KEY (tag_id, chat_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chat_tags_by_chat ON chat_tags (chat_id);
  CREATE TABLE customer_tags (
    tag_id INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
    customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE,
    PRIMARY KEY (tag_id, customer_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX customer_tags_by_customer ON customer_tags (customer_id);

  CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id INTEGER NOT NULL REFERENCES chats,
    author TEXT NOT NULL,
    type TEXT NOT NULL,
    text TEXT,
    fields TEXT,
    -- a bot's Markdown as the visitor's window shows it
    formatted TEXT,
    external_id TEXT,
    -- of a reply or a note: its one identity, and which of its messages this is
    client_id TEXT,
    part INTEGER,
    operator_id TEXT REFERENCES operators,
    bot_id TEXT REFERENCES bots,
    author_name TEXT,
    held_back TEXT,
    event TEXT,
    digest TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_chat ON messages (chat_id, id);
  CREATE INDEX messages_of_system ON messages (chat_id, id) WHERE author = 'system';
  CREATE INDEX messages_digest ON messages (digest, at) WHERE digest IS NOT NULL;
  CREATE UNIQUE INDEX messages_by_client ON messages (chat_id, author, client_id, part) WHERE client_id IS NOT NULL;

  CREATE TABLE deliveries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL UNIQUE REFERENCES messages,
    chat_id INTEGER NOT NULL,
    channel_id TEXT NOT NULL REFERENCES channels,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    delivered_at INTEGER,
    seen_at INTEGER,
    dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX deliveries_sending ON deliveries (sequence) WHERE state = 'sending';

  -- replies that go out at their time; with it a row becomes messages
  CREATE TABLE scheduled_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id INTEGER NOT NULL REFERENCES chats,
    operator_id TEXT NOT NULL REFERENCES operators,
    client_id TEXT NOT NULL,
    text TEXT NOT NULL,
    send_at INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    -- out of a backup: whether it went out since nobody knows
    restored INTEGER NOT NULL DEFAULT 0,
    UNIQUE (chat_id, client_id)
  ) STRICT;
  CREATE INDEX scheduled_replies_due ON scheduled_replies (send_at);

  CREATE TABLE bot_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    direction TEXT NOT NULL,
    bot_id TEXT NOT NULL REFERENCES bots,
    chat_id INTEGER,
    kind TEXT NOT NULL,
    message_id INTEGER,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    status INTEGER,
    note TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- the newest event there was when the first attempt at this one began; what the bot said since has a larger number
    begun_after INTEGER,
    -- the same of the first attempt whose request went out whole and whose answer did not come in time
    unanswered_after INTEGER,
    log TEXT,
    digest TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bot_events_by_chat ON bot_events (chat_id, id);
  CREATE INDEX bot_events_sending ON bot_events (id) WHERE state = 'sending';
  CREATE INDEX bot_events_heard ON bot_events (at, bot_id) WHERE direction = 'in';
  CREATE INDEX bot_events_of_message ON bot_events (message_id) WHERE direction = 'out';
  CREATE INDEX bot_events_digest ON bot_events (digest, at) WHERE digest IS NOT NULL;

  -- bots that were asked at least once: null where the last event was taken, else since when none was
  CREATE TABLE bot_reach (bot_id TEXT PRIMARY KEY REFERENCES bots, failing_since INTEGER) STRICT;
  CREATE TABLE bot_blocks (bot_id TEXT PRIMARY KEY REFERENCES bots, until INTEGER NOT NULL) STRICT;

  CREATE TABLE ratings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    chat_id INTEGER NOT NULL REFERENCES chats,
    customer_id INTEGER NOT NULL REFERENCES customers,
    channel_id TEXT NOT NULL REFERENCES channels,
    bot_id TEXT REFERENCES bots,
    operator_id TEXT REFERENCES operators,
    -- the message that asks for it
    message_id INTEGER REFERENCES messages,
    asked_name TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    rate INTEGER,
    comment TEXT,
    first_rated_at INTEGER,
    rated_at INTEGER
  ) STRICT;
  CREATE INDEX ratings_given ON ratings (rated_at, id) WHERE rate IS NOT NULL;
  CREATE INDEX ratings_by_customer ON ratings (customer_id, rated_at) WHERE rate IS NOT NULL;
  CREATE INDEX ratings_by_chat ON ratings (chat_id);
  CREATE INDEX ratings_by_message ON ratings (message_id) WHERE message_id IS NOT NULL;

  CREATE TABLE saved_replies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shortcut TEXT NOT NULL,
    shortcut_key TEXT NOT NULL,
    text TEXT NOT NULL,
    -- null: everyone's
    operator_id TEXT REFERENCES operators
  ) STRICT;
  CREATE UNIQUE INDEX saved_replies_shortcuts ON saved_replies (coalesce(operator_id, ''), shortcut_key);
`;
