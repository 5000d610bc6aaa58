import { CONTENT_TYPES, SAMPLES } from '#shared/domain/kinds/kinds.ts';
import { z } from 'zod';

/** How the test customer's endpoint behaves towards replies. */
export const testSwitches = z.object({
  /** answer every reply with an error of this text; null: answer normally */
  answerWithError: z.object({ code: z.string().max(64), message: z.string().max(500) }).nullable(),
  /** do not answer at all, as if the shop's server were down */
  beDown: z.boolean(),
});
export type TestSwitches = z.infer<typeof testSwitches>;

/** One line of the test customer's own transcript: what it sent, or got as a reply, with all its fields by their names on the wire. The id of a reply is the message's. */
export const testLine = z.looseObject({
  id: z.string(),
  from: z.enum(['customer', 'operator']),
  type: z.enum(CONTENT_TYPES),
  text: z.string().optional(),
  /** of a reply: `sender.name` */
  operatorName: z.string().optional(),
  operatorPhoto: z.string().optional(),
  /** of what it sent: the HTTP status the listener answered; 0: no answer */
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
  /** the channel's status endpoint, as asked over HTTP: 0, 1, or null where it did not answer */
  status: z.union([z.literal(0), z.literal(1), z.null()]),
  /** whether replies of this channel come to the test customer (the channel has no address of its own) */
  receivesReplies: z.boolean(),
  switches: testSwitches,
  /** an operator is typing */
  operatorTyping: z.boolean(),
  lines: z.array(testLine),
});
export type TestSession = z.infer<typeof testSession>;

const who = z.object({ channelId: z.string(), senderId: z.string().max(600) });

/** The built-in customer: writes to the listener and gets replies over real HTTP, like any integrator. */
export const testCustomerRoutes = {
  /** begins or continues a customer; without `senderId` a new one */
  'testCustomer.open': {
    input: z.object({
      channelId: z.string(),
      senderId: z.string().max(600).optional(),
      name: z.string().max(255).optional(),
    }),
    output: testSession,
  },
  'testCustomer.get': { input: who, output: testSession },
  'testCustomer.send': { input: who.extend({ text: z.string().min(1).max(20_000) }), output: testLine },
  'testCustomer.sendSample': { input: who.extend({ sample: testSample }), output: testLine },
  'testCustomer.typing': { input: who.extend({ typing: z.boolean() }), output: z.object({}) },
  /** the switches are the endpoint's, so they hold for every test customer */
  'testCustomer.setSwitches': { input: testSwitches.partial(), output: testSwitches },
} as const;
