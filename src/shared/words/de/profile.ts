import type { Catalogue } from '../catalogue.ts';

export const profile = {
  lead: 'Wie Kunden Sie sehen, wenn Sie antworten.',
  name: 'Ihr Name',
  nameHint: 'Steht neben Ihren Antworten, auch im Chatfenster des Kunden.',
  photo: 'Fotoadresse',
  photoHint: 'Ein Link zu einem Bild von Ihnen, etwa 128 mal 128 Pixel. Chatfenster, die Bilder zeigen, verwenden es.',
  preview: 'Ein Kunde sieht',
  previewLine: 'Hallo! Wie kann ich helfen?',
} as const satisfies Catalogue;
