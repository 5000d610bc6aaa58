import type { Admission } from '#main/intake/admission.ts';
import type { ReceivedMessage } from '#main/store/messages/receive-message.ts';
import type { VisitorRecord } from '#main/store/customers/visitors.ts';
import type { SiteIdentity, VisitedPage } from '#shared/site/frames.ts';

/** The client's address, and the listener's limits on what it sends. */
export interface Client {
  readonly address: string;
  readonly admission: Pick<
    Admission,
    'toChannel' | 'receivedChannelBody' | 'extraMessages' | 'newChats' | 'toRead' | 'hasRead'
  >;
}

/** Identity of somebody signed in on the website; `isProven`: the name and email, too, not only who they are. */
export type SignedIdentity = Pick<SiteIdentity, 'name' | 'email'> & {
  readonly isProven: boolean;
  readonly website: ReceivedMessage['website'];
};

/** Facts known about the visitor of a window. */
export interface VisitorFacts {
  readonly externalId: string | undefined;
  readonly visitor: VisitorRecord | undefined;
  readonly identity: SignedIdentity | undefined;
  readonly page: VisitedPage | undefined;
  readonly language: string | undefined;
  readonly window: string | undefined;
}
