/** What the sign-in says. */
export const signInWords = {
  title: 'Sign in to Counterbell',
  lead: 'Enter your access key.',
  key: 'Access key',
  whereTitle: 'Where is my key?',
  where: 'It is in the link that was printed where Counterbell was started: what follows “key=”. Opening that link signs you in too.',
  submit: 'Sign in',
  show: 'Show the key',
  hide: 'Hide the key',
  problems: {
    empty: 'Enter the access key first.',
    wrong_key: 'This is not a key that Counterbell knows. Check that all of it was copied.',
    too_many_tries: 'Too many wrong keys. Wait a minute, then try again.',
    unreachable: 'Counterbell does not answer. Check that it is running, then try again.',
  },
} as const;
