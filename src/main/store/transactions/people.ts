import { ContractError } from '#shared/contract/errors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Who acts, with the name and picture that others see. */
export type ActingOperator = Pick<Operator, 'id' | 'name' | 'photo'>;

/** The operator who acts. Coded error: not_signed_in, where they work here no more. */
export function actingOperator(connection: Connection, operatorId: string): ActingOperator {
  const row = connection.get('SELECT name, photo FROM operators WHERE id = ? AND removed_at IS NULL', operatorId);
  if (row === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  return {
    id: operatorId,
    name: String(row['name']),
    ...(row['photo'] != null && { photo: String(row['photo']) }),
  };
}

/** Whether somebody works here. */
export function worksHere(connection: Connection, operatorId: string | undefined): boolean {
  return (
    operatorId !== undefined &&
    connection.get('SELECT 1 FROM operators WHERE id = ? AND removed_at IS NULL', operatorId) !== undefined
  );
}

/** Also of one who was removed. */
export function operatorName(connection: Connection, operatorId: string | undefined): string | undefined {
  return operatorId === undefined ? undefined : nameIn(connection, 'operators', operatorId);
}

/** Also of one that was removed. */
export function botName(connection: Connection, botId: string): string {
  return nameIn(connection, 'bots', botId) ?? 'The bot';
}

function nameIn(connection: Connection, table: 'operators' | 'bots', id: string): string | undefined {
  const row = connection.get(`SELECT name FROM ${table} WHERE id = ?`, id);
  return row && String(row['name']);
}

/** Whether a channel is there, and was not removed. */
export function isChannel(connection: Connection, channelId: string): boolean {
  return connection.get('SELECT 1 FROM channels WHERE id = ? AND removed_at IS NULL', channelId) !== undefined;
}

/** Whether a bot is switched on, and works on a channel. */
export function isAttached(connection: Connection, botId: string, channelId: string): boolean {
  return (
    connection.get(
      'SELECT 1 FROM bot_channels JOIN bots ON bots.id = bot_id WHERE bot_id = ? AND channel_id = ? AND enabled = 1',
      botId,
      channelId,
    ) !== undefined
  );
}
