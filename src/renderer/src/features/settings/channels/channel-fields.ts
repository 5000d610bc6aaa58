import { z } from 'zod';
import { channelFields } from '#shared/contract/routes.ts';
import type { Channel } from '#shared/domain/entities.ts';
import { replyAddressProblem } from '../parts/endpoint-rule.ts';

/** What is typed for a channel; an empty address stands for none. */
export const channelForm = z
  .object({ name: channelFields.name, endpoint: z.string().trim().max(2048), allowPlainHttp: z.boolean() })
  .superRefine(({ endpoint, allowPlainHttp }, context) => {
    const problem = replyAddressProblem(endpoint, allowPlainHttp);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
  });
export type ChannelForm = z.infer<typeof channelForm>;

/** A channel as the form shows it. */
export function typedOf(channel: Pick<Channel, 'name' | 'endpoint' | 'allowPlainHttp'>): ChannelForm {
  return { name: channel.name, endpoint: channel.endpoint ?? '', allowPlainHttp: channel.allowPlainHttp };
}

/** The address as the engine wants it: null for none. */
export function endpointOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}
