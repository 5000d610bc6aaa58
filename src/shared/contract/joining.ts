import { z } from 'zod';
import { role } from '#shared/domain/entities.ts';
import { deviceName, digestText, hostAddresses, shortSecret } from '#shared/domain/invitation.ts';

/** As the host tells it, which may be any. */
export const shopName = z.string().max(200);

/**
 * `POST /join`: an app joins. Coded errors: invitation_unknown (never was, withdrawn or altered, or somebody is in
 * between), invitation_used, invitation_expired, invalid_input.
 */
export const joinRequest = z.object({
  invitation: shortSecret,
  nonce: shortSecret,
  device: z.object({ name: deviceName }),
  proof: digestText,
});

export const joinAnswer = z.object({
  deviceId: z.string().max(64),
  operatorId: z.string().max(64),
  /** the host's */
  nonce: shortSecret,
  proof: digestText,
  shop: shopName,
  installationId: z.string().max(64),
  addresses: hostAddresses,
});
export type JoinAnswer = z.infer<typeof joinAnswer>;

/** `POST /join/browser`: the page's own TLS is what the person trusted. Same coded errors as `/join`. */
export const browserJoinRequest = z.object({ secret: shortSecret });

/** `POST /join/look`: what an invitation is for, without using it. An app never sends the secret. Same coded errors. */
export const lookRequest = z.union([
  z.strictObject({ invitation: shortSecret }),
  z.strictObject({ secret: shortSecret }),
]);
export const lookAnswer = z.object({
  shop: shopName,
  name: z.string().max(200),
  role,
  /** for a further device of this person, who is there already */
  isFurther: z.boolean(),
});
export type LookAnswer = z.infer<typeof lookAnswer>;
