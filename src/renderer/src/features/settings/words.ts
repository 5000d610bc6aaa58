import { settings } from '#shared/words/en/settings.ts';
import { wordsOf } from '#renderer/language/speech.ts';

const say = wordsOf('settings', settings);

/** What the settings say. Functions take the parts that change. */
export const words = {
  title: say('title'),
  sections: {
    profile: say('sections.profile'),
    operators: say('sections.operators'),
    channels: say('sections.channels'),
    bots: say('sections.bots'),
    hours: say('sections.hours'),
    replies: say('sections.replies'),
    tags: say('sections.tags'),
    blocked: say('sections.blocked'),
    media: say('sections.media'),
    connection: say('sections.connection'),
    data: say('sections.data'),
    appearance: say('sections.appearance'),
    computer: say('sections.computer'),
    activity: say('sections.activity'),
    about: say('sections.about'),
  },
  saved: (field: string) => say('saved', { field }),
  notSaved: (field: string) => say('notSaved', { field }),
  wholeNumber: say('wholeNumber'),
  notAnswering: say('notAnswering'),
  loadFailed: say('loadFailed'),
  tryAgain: say('tryAgain'),
} as const;

export const appearanceWords = {
  lead: say('appearance.lead'),
  theme: say('appearance.theme'),
  themes: {
    light: say('appearance.themes.light'),
    dark: say('appearance.themes.dark'),
    system: say('appearance.themes.system'),
  },
  themeHint: say('appearance.themeHint'),
  density: say('appearance.density'),
  densities: { comfortable: say('appearance.densities.comfortable'), compact: say('appearance.densities.compact') },
  densityHint: say('appearance.densityHint'),
  characterKeys: say('appearance.characterKeys'),
  characterKeysHint: say('appearance.characterKeysHint'),
  sample: [
    {
      name: say('appearance.sample.asker'),
      words: say('appearance.sample.question'),
      age: say('appearance.sample.age'),
    },
    { name: say('appearance.sample.thanker'), words: say('appearance.sample.thanks'), age: '14:05' },
  ],
} as const;
