import type { Catalogue } from '../catalogue.ts';

export const botTest = {
  title: 'Send a test message',
  lead: 'Sends a customer’s message of a chat that does not exist, and waits a few seconds for what comes back. No customer sees any of it.',
  text: 'Message',
  usual: 'Hello',
  send: 'Send test message',
  sending: 'Waiting for the provider…',
  answer: 'Its answer',
  emptyAnswer: 'An empty body, which is fine.',
  events: 'What came back',
  eventBody: '{{what}}, as it came',
  whatItSent: 'As it came',
  nothingCame:
    'Nothing came to the service address within a few seconds. Check that the provider posts its messages to the address above. In a real chat, the operators would get the customer after the time of silence.',
  'nothingCame.blocked':
    'Nothing, because this bot reached its hourly limit: what its provider sends is refused with 429 until the hour is over.',
  'nothingCame.tokenConflict':
    'Nothing, because another bot has the same token: what its provider sends is refused with 401.',
  'nothingCame.tokenLost':
    'Nothing, because the token of this bot can no longer be read: what its provider sends is refused with 401.',
  taken: 'The provider took it in {{took}}; 3 s are allowed.',
  'taken.withStatus': 'The provider took it in {{took}}; 3 s are allowed. Status {{status}}.',
  'failure.unreachable': 'Nobody answers at the provider address.',
  'failure.unreachable.advice':
    'Check the address, and that the provider’s program is running and can be reached from this computer.',
  'failure.timeout': 'No answer within 3 seconds.',
  'failure.timeout.advice':
    'The provider must answer at once with a status from 200 to 299, and post its messages afterwards.',
  'failure.tls': 'The secure connection was refused.',
  'failure.tls.advice':
    'The provider’s certificate may have run out, or be for another name. Ask the provider to renew it.',
  'failure.redirect': 'The address answers with a redirect, and those are not followed.',
  'failure.redirect.advice': 'Enter the address that it leads to.',
  'failure.invalidAnswer.noMessage': 'The provider answered with an error.',
  'failure.invalidAnswer': 'The provider answered with an error: {{message}}.',
  'failure.invalidAnswer.advice': 'Ask the provider what it means.',
  'failure.notSent': 'It was not sent.',
  'failure.notSent.advice': 'Check the provider address: plain http:// needs “Allow plain HTTP” on.',
  'failure.interrupted': 'Counterbell was stopped in the middle.',
  'failure.interrupted.advice': 'Send it again.',
  'status.token': 'The provider does not accept the token (status {{status}}).',
  'status.token.advice': 'Compare the token on both sides; it has to be the same.',
  'status.address': 'The provider does not know this address (status {{status}}).',
  'status.address.advice': 'Compare the provider address; the token is added at its end.',
  'status.method': 'The provider does not take messages at this address (status {{status}}).',
  'status.method.advice': 'Ask the provider for the address that takes events by POST.',
  'status.tooMuch': 'The provider says that this is too much at once (status {{status}}).',
  'status.tooMuch.advice': 'Wait a little, and ask the provider for a higher limit.',
  'status.fault': 'The provider has a fault of its own (status {{status}}).',
  'status.fault.advice':
    'Tell the provider. In a real chat it would be asked twice more, then the operators would get the customer.',
  status: 'The provider did not take it (status {{status}}).',
  'status.advice': 'Any status from 200 to 299 counts as taken; ask the provider why it answers otherwise.',
  'status.none': 'The provider did not take it.',
} as const satisfies Catalogue;
