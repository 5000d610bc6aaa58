import { z } from 'zod';
import { chat } from '#shared/domain/entities.ts';
import { MAX_TAG_LENGTH, MAX_TAGS, normalizeTag } from '#shared/domain/tags.ts';
import { rule } from '#shared/domain/phrase.ts';

/** A single line of text; tags that differ only in case are the same. */
export const tagName = z
  .string()
  .transform(normalizeTag)
  .pipe(
    z
      .string()
      .min(1, rule('errors:rules.word.needed'))
      .max(MAX_TAG_LENGTH, rule('errors:rules.most.characters', { most: MAX_TAG_LENGTH })),
  );

export const tagNames = z.array(tagName).max(MAX_TAGS, rule('errors:rules.most.tags', { most: MAX_TAGS }));

/** A word to find chats and contacts by; it exists as long as one of them has it. */
export const tag = z.object({ id: z.string(), name: z.string(), chats: z.number().int(), contacts: z.number().int() });
export type Tag = z.infer<typeof tag>;

const tagId = z.object({ tagId: z.string() });

/** One list of tags, shared by chats and contacts. */
export const tagRoutes = {
  /** replaces the chat's tags. Coded error: not_found */
  'chats.setTags': { input: z.object({ chatId: z.string(), tags: tagNames }), output: chat },
  /** by name */
  'tags.list': { input: z.object({}), output: z.object({ tags: z.array(tag) }) },
  /** everywhere. Coded errors: not_found, tag_taken */
  'tags.rename': { for: 'owner', audit: { of: 'tag' }, input: tagId.extend({ name: tagName }), output: tag },
  /** replaces one tag with the other everywhere. Coded error: not_found */
  'tags.merge': { for: 'owner', audit: { of: 'tag' }, input: tagId.extend({ intoId: z.string() }), output: tag },
  'tags.remove': { for: 'owner', audit: { of: 'tag' }, input: tagId, output: z.object({}) },
} as const;
