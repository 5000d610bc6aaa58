import type { Catalogue } from '../catalogue.ts';

export const signIn = {
  title: 'Sign in to Counterbell',
  lead: 'Enter your access key.',
  key: 'Access key',
  whereTitle: 'Where is my key?',
  where:
    'It is in the link that was printed where Counterbell was started: what follows “key=”. Opening that link signs you in too.',
  submit: 'Sign in',
  show: 'Show the key',
  hide: 'Hide the key',
  'problems.empty': 'Enter the access key first.',
  'problems.wrongKey': 'This is not a key that Counterbell knows. Check that all of it was copied.',
  'problems.tooManyTries': 'This key is wrong too. Check it before you try again.',
  'problems.unreachable': 'Counterbell does not answer. Check that it is running, then try again.',
} as const satisfies Catalogue;
