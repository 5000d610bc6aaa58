import { CONTENT_TYPES, SAMPLES } from '#shared/domain/kinds/kinds.ts';
import { z } from 'zod';
import { nothing, owner } from './fields.ts';

/** How the test customer's endpoint responds to replies. */
export const testSwitches = z.object({
  /** answer every reply with an error of this text; null: answer normally */
  answerWithError: z.object({ code: z.string().max(64), message: z.string().max(500) }).nullable(),
  /** never answer, as if the shop's server were down */
  beDown: z.boolean(),
});
export type TestSwitches = z.infer<typeof testSwitches>;

/** One entry of the test customer's transcript, sent or received, with every field by its name on the wire. A reply has the message's id. */
export const testLine = z.looseObject({
  id: z.string(),
  from: z.enum(['customer', 'operator']),
  type: z.enum(CONTENT_TYPES),
  text: z.string().optional(),
  /** `sender.name` of a reply */
  operatorName: z.string().optional(),
  operatorPhoto: z.string().optional(),
  /** for a sent message: HTTP status of the listener; 0: no answer */
  status: z.number().int().optional(),
  at: z.number().int(),
});
export type TestLine = z.infer<typeof testLine>;

export const testSample = z.enum(SAMPLES);
export type TestSample = z.infer<typeof testSample>;

export const testSession = z.object({
  channelId: z.string(),
  /** `sender.id` as JSON text */
  senderId: z.string(),
  name: z.string(),
  /** result of the channel's status endpoint over HTTP: 0, 1, or null without an answer */
  status: z.union([z.literal(0), z.literal(1), z.null()]),
  /** whether this channel's replies go to the test customer (it has no reply address) */
  receivesReplies: z.boolean(),
  switches: testSwitches,
  operatorTyping: z.boolean(),
  lines: z.array(testLine),
});
export type TestSession = z.infer<typeof testSession>;

const testCustomerRef = z.object({ channelId: z.string(), senderId: z.string().max(600) });

/** The built-in customer: writes to the listener and receives replies over real HTTP, like any integration. */
export const testCustomerRoutes = {
  /** starts or continues a customer; without `senderId` a new one */
  'testCustomer.open': owner(
    'none',
    {
      channelId: z.string(),
      senderId: z.string().max(600).optional(),
      name: z.string().max(255).optional(),
    },
    testSession,
  ),
  'testCustomer.get': owner('none', testCustomerRef, testSession),
  'testCustomer.send': owner('none', testCustomerRef.extend({ text: z.string().min(1).max(20_000) }), testLine),
  'testCustomer.sendSample': owner('none', testCustomerRef.extend({ sample: testSample }), testLine),
  'testCustomer.typing': owner('none', testCustomerRef.extend({ typing: z.boolean() }), nothing),
  /** the switches belong to the endpoint, so they apply to every test customer */
  'testCustomer.setSwitches': owner('none', testSwitches.partial(), testSwitches),
} as const;
