import { ContractError } from '#shared/contract/errors.ts';
import type { Operator } from '#shared/domain/entities.ts';
import type { Connection } from '../connection.ts';
import type { BotContext } from './bot-events.ts';
import { phrase } from '#shared/locales/phrase.ts';

/** Who acts, with the name and picture that others see. */
export type ActingOperator = Pick<Operator, 'id' | 'name' | 'photo'>;

/** The operator who acts. Coded error: not_signed_in, where they work here no more. */
export async function actingOperator(connection: Connection, operatorId: string): Promise<ActingOperator> {
  const row = await connection.get<ActingOperator>(
    'SELECT id, name, photo FROM operators WHERE id = ? AND removed_at IS NULL',
    operatorId,
  );
  if (row === undefined) throw new ContractError('not_signed_in', phrase('errors:refusals.operator.unknown'));
  return row;
}

/** Whether somebody works here. */
export async function worksHere(connection: Connection, operatorId: string | undefined): Promise<boolean> {
  return (
    (await connection.get('SELECT 1 FROM operators WHERE id = ? AND removed_at IS NULL', operatorId)) !== undefined
  );
}

/** Also of one who was removed. */
export async function operatorName(
  connection: Connection,
  operatorId: string | undefined,
): Promise<string | undefined> {
  return await nameIn(connection, 'operators', operatorId);
}

/** Also of one that was removed. */
export async function botName(connection: Connection, botId: string): Promise<string> {
  return (await nameIn(connection, 'bots', botId)) ?? 'The bot';
}

async function nameIn(
  connection: Connection,
  table: 'operators' | 'bots',
  id: string | undefined,
): Promise<string | undefined> {
  const row = await connection.get<{ name: string }>(`SELECT name FROM ${table} WHERE id = ?`, id);
  return row?.name;
}

/** Whether a channel is there, and was not removed. */
export async function isChannel(connection: Connection, channelId: string): Promise<boolean> {
  return (await connection.get('SELECT 1 FROM channels WHERE id = ? AND removed_at IS NULL', channelId)) !== undefined;
}

/** Those of a channel's bots that are switched on, and work there. */
export async function attachedBots(
  connection: Connection,
  channelId: string,
  context: BotContext | undefined,
): Promise<BotContext['bots']> {
  if (context === undefined) return [];
  const rows = await connection.all<{ botId: string }>(
    'SELECT bot_id FROM bot_channels JOIN bots ON bots.id = bot_id WHERE channel_id = ? AND enabled = 1',
    channelId,
  );
  return context.bots.filter(({ id }) => rows.some(({ botId }) => botId === id));
}
