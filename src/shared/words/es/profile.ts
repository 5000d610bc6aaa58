import type { Catalogue } from '../catalogue.ts';

export const profile = {
  lead: 'Cómo le ven los clientes cuando usted responde.',
  name: 'Su nombre',
  nameHint: 'Aparece junto a sus respuestas, también en la ventana de chat del cliente.',
  photo: 'Dirección de la foto',
  photoHint: 'Un enlace a una foto suya, de unos 128 por 128 píxeles. La usan las ventanas de chat que muestran fotos.',
  preview: 'Un cliente ve',
  previewLine: '¡Hola! ¿En qué puedo ayudarle?',
} as const satisfies Catalogue;
