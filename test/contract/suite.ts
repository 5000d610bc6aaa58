import { archiveCases } from './archive-cases.ts';
import { botCases } from './bot-cases.ts';
import { chatCases } from './chat-cases.ts';
import { channelCases } from './channel-cases.ts';
import { siteCases } from './site-cases.ts';
import type { ContractCase } from './context.ts';
import { connectionCases } from './connection-cases.ts';
import { contactCases } from './contact-cases.ts';
import { checkCases } from './check-cases.ts';
import { eventCases } from './event-cases.ts';
import { hoursCases } from './hours-cases.ts';
import { letterboxCases } from './letterbox-cases.ts';
import { mailboxCases } from './mailbox-cases.ts';
import { mediaCases } from './media-cases.ts';
import { noteCases } from './note-cases.ts';
import { reportCases } from './report-cases.ts';
import { refusalCases } from './refusal-cases.ts';
import { savedReplyCases } from './saved-reply-cases.ts';
import { scheduleCases } from './schedule-cases.ts';
import { searchCases } from './search-cases.ts';
import { coverageCases, setupCases } from './setup-cases.ts';
import { teamCases } from './team-cases.ts';
import { pinCases } from './pin-cases.ts';
import { programCases } from './program-cases.ts';
import { publicShapeCases } from './public-shape-cases.ts';
import { tagCases } from './tag-cases.ts';

/** The whole contract, in an order for one fresh installation; the last case depends on those before it. */
export const contractCases: readonly ContractCase[] = [
  ...setupCases,
  ...channelCases,
  ...siteCases,
  ...letterboxCases,
  ...mailboxCases,
  ...chatCases,
  ...noteCases,
  ...teamCases,
  ...savedReplyCases,
  ...scheduleCases,
  ...searchCases,
  ...contactCases,
  ...pinCases,
  ...tagCases,
  ...mediaCases,
  ...hoursCases,
  ...botCases,
  ...publicShapeCases,
  ...connectionCases,
  ...programCases,
  ...checkCases,
  ...reportCases,
  ...eventCases,
  ...archiveCases,
  ...refusalCases,
  ...coverageCases,
];
