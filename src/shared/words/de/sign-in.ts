import type { Catalogue } from '../catalogue.ts';

export const signIn = {
  title: 'Bei Counterbell anmelden',
  lead: 'Geben Sie Ihren Zugangsschlüssel ein.',
  key: 'Zugangsschlüssel',
  whereTitle: 'Wo ist mein Schlüssel?',
  where:
    'Er steht in dem Link, der beim Start von Counterbell ausgegeben wurde: was auf „key=“ folgt. Auch das Öffnen dieses Links meldet Sie an.',
  submit: 'Anmelden',
  show: 'Schlüssel zeigen',
  hide: 'Schlüssel verbergen',
  'problems.empty': 'Geben Sie zuerst den Zugangsschlüssel ein.',
  'problems.wrongKey': 'Diesen Schlüssel kennt Counterbell nicht. Prüfen Sie, ob er vollständig kopiert wurde.',
  'problems.tooManyTries': 'Auch dieser Schlüssel ist falsch. Prüfen Sie ihn, bevor Sie es erneut versuchen.',
  'problems.unreachable': 'Counterbell antwortet nicht. Prüfen Sie, ob es läuft, und versuchen Sie es erneut.',
} as const satisfies Catalogue;
