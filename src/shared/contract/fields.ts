import { z } from 'zod';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';

/** What an owner fills in for channels and bots alike. */
export const nameField = z.string().trim().min(1, 'A name is needed').max(80, 'At most 80 characters');

/** Whether it is allowed also depends on `allowPlainHttp`. null: the built-in other side answers. */
export const endpointField = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => isHttpUrl(text), 'An address that starts with https://')
  .nullable();

/** One part of a path, as it is. */
export const pathWord = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._~-]{1,64}$/, 'Letters, digits and . _ ~ - only, at most 64')
  .refine((text) => !/^\.+$/.test(text), 'Not only dots');
