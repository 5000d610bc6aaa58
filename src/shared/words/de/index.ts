import type { Catalogue } from '../catalogue.ts';
import { about } from './about.ts';
import { activity } from './activity.ts';
import { app } from './app.ts';
import { assign } from './assign.ts';
import { attach } from './attach.ts';
import { automatic } from './automatic.ts';
import { blocked } from './blocked.ts';
import { botEvents } from './bot-events.ts';
import { botMessages } from './bot-messages.ts';
import { botTest } from './bot-test.ts';
import { botTurns } from './bot-turns.ts';
import { bots } from './bots.ts';
import { certificate } from './certificate.ts';
import { channels } from './channels.ts';
import { check } from './check.ts';
import { commands } from './commands.ts';
import { components } from './components.ts';
import { computerSays } from './computer-says.ts';
import { computer } from './computer.ts';
import { connection } from './connection.ts';
import { contactCard } from './contact-card.ts';
import { contact } from './contact.ts';
import { conversation } from './conversation.ts';
import { data } from './data.ts';
import { dates } from './dates.ts';
import { desktopFindings } from './desktop-findings.ts';
import { desktopReach } from './desktop-reach.ts';
import { desktop } from './desktop.ts';
import { events } from './events.ts';
import { fieldRules } from './field-rules.ts';
import { findings } from './findings.ts';
import { firewall } from './firewall.ts';
import { firstRun } from './first-run.ts';
import { hours } from './hours.ts';
import { inbox } from './inbox.ts';
import { jobs } from './jobs.ts';
import { journalNotes } from './journal-notes.ts';
import { language } from './language.ts';
import { lostSecret } from './lost-secret.ts';
import { mediaSeen } from './media-seen.ts';
import { mediaSettings } from './media-settings.ts';
import { messageKinds } from './message-kinds.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { opening } from './opening.ts';
import { operators } from './operators.ts';
import { personal } from './personal.ts';
import { profile } from './profile.ts';
import { ratings } from './ratings.ts';
import { reachNotice } from './reach-notice.ts';
import { reachProblems } from './reach-problems.ts';
import { reach } from './reach.ts';
import { refusals } from './refusals.ts';
import { replies } from './replies.ts';
import { reports } from './reports.ts';
import { rpc } from './rpc.ts';
import { savedReplies } from './saved-replies.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { tags } from './tags.ts';
import { testCustomer } from './test-customer.ts';
import { transcriptFile } from './transcript-file.ts';
import { transcripts } from './transcripts.ts';
import { tunnelFacts } from './tunnel-facts.ts';
import { tunnelKinds } from './tunnel-kinds.ts';
import { tunnel } from './tunnel.ts';

/** German: all that the console and the desktop say, by subject. */
export const words = {
  about,
  activity,
  app,
  assign,
  attach,
  automatic,
  blocked,
  botEvents,
  botMessages,
  botTest,
  botTurns,
  bots,
  certificate,
  channels,
  check,
  commands,
  components,
  computerSays,
  computer,
  connection,
  contactCard,
  contact,
  conversation,
  data,
  dates,
  desktopFindings,
  desktopReach,
  desktop,
  events,
  fieldRules,
  findings,
  firewall,
  firstRun,
  hours,
  inbox,
  jobs,
  journalNotes,
  language,
  lostSecret,
  mediaSeen,
  mediaSettings,
  messageKinds,
  notes,
  notifications,
  opening,
  operators,
  personal,
  profile,
  ratings,
  reachNotice,
  reachProblems,
  reach,
  refusals,
  replies,
  reports,
  rpc,
  savedReplies,
  search,
  settings,
  signIn,
  tags,
  testCustomer,
  transcriptFile,
  transcripts,
  tunnelFacts,
  tunnelKinds,
  tunnel,
} as const satisfies Readonly<Record<string, Catalogue>>;
