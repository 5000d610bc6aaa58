/**
 * What reports count, noted when it happens. `answer_waited` and `bot_answer_waited` are milliseconds from the first
 * unanswered word to the first answer of a person, and of a bot; null where nobody waited, or was answered.
 */
export const reports = `
  ALTER TABLE chats ADD COLUMN answered_by TEXT;
  ALTER TABLE chats ADD COLUMN answer_waited INTEGER;
  ALTER TABLE chats ADD COLUMN bot_answer_waited INTEGER;
  ALTER TABLE chats ADD COLUMN left_bot TEXT;

  CREATE TABLE message_counts (
    quarter INTEGER NOT NULL,
    channel_id TEXT NOT NULL,
    author TEXT NOT NULL,
    who TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (quarter, channel_id, author, who)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE messages_counted (
    up_to INTEGER NOT NULL
  ) STRICT;
  INSERT INTO messages_counted VALUES (0);

  UPDATE chats SET left_bot = (
    SELECT CASE
      WHEN event ->> 'kind' = 'taken' THEN 'taken'
      WHEN event ->> 'kind' = 'asked_for_person' OR event ->> 'reason' = 'operator_online' THEN 'asked'
      ELSE event ->> 'reason' END
    FROM messages
    WHERE chat_id = chats.id AND author = 'system'
      AND (event ->> 'kind' IN ('asked_for_person', 'handed_over') OR (event ->> 'kind' = 'taken' AND event ->> 'fromBotName' IS NOT NULL))
    ORDER BY id LIMIT 1)
  WHERE bot_id IS NOT NULL;

  UPDATE chats SET bot_answer_waited = max(0, answers.at - chats.opened_at)
  FROM (SELECT chat_id, at, min(id) FROM messages WHERE author = 'bot' AND held_back IS NULL GROUP BY chat_id) AS answers
  WHERE answers.chat_id = chats.id;

  UPDATE chats SET answered_by = answers.operator_id, answer_waited = answers.at - coalesce(
    (SELECT min(at) FROM messages
     WHERE chat_id = answers.chat_id AND id < answers.id AND author = 'system' AND event ->> 'kind' IN ('asked_for_person', 'handed_over')),
    (SELECT min(at) FROM messages
     WHERE chat_id = answers.chat_id AND id < answers.id AND author = 'customer' AND id > ifnull(
       (SELECT max(id) FROM messages WHERE chat_id = answers.chat_id AND id < answers.id AND author = 'bot' AND held_back IS NULL), 0)))
  FROM (SELECT chat_id, at, operator_id, min(id) AS id FROM messages WHERE author = 'operator' GROUP BY chat_id) AS answers
  WHERE answers.chat_id = chats.id;
`;
