import { z } from 'zod';
import { isHttpUrl } from '#shared/protocol/chat-channel.ts';
import { rule } from '#shared/domain/phrase.ts';

/** What an owner fills in for channels and bots alike. */
export const nameField = z
  .string()
  .trim()
  .min(1, rule('fieldRules:name.needed'))
  .max(80, rule('fieldRules:most.characters', { most: 80 }));

/** Whether it is allowed also depends on `allowPlainHttp`. null: the built-in other side answers. */
export const endpointField = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => isHttpUrl(text), rule('fieldRules:address.https'))
  .nullable();

/** One part of a path, as it is. */
export const pathWord = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._~-]{1,64}$/, rule('fieldRules:identifier.text'))
  .refine((text) => !/^\.+$/.test(text), rule('fieldRules:identifier.dots'));
