import type { Catalogue } from '../catalogue.ts';

export const signIn = {
  title: 'Iniciar sesión en Counterbell',
  lead: 'Escriba su clave de acceso.',
  key: 'Clave de acceso',
  whereTitle: '¿Dónde está mi clave?',
  where:
    'Está en el enlace que se mostró donde se inició Counterbell: lo que sigue a «key=». Al abrir ese enlace también se inicia sesión.',
  submit: 'Iniciar sesión',
  show: 'Mostrar la clave',
  hide: 'Ocultar la clave',
  'problems.empty': 'Escriba primero la clave de acceso.',
  'problems.wrongKey': 'Counterbell no conoce esta clave. Compruebe que se copió entera.',
  'problems.tooManyTries': 'Esta clave tampoco es correcta. Compruébela antes de volver a intentarlo.',
  'problems.unreachable': 'Counterbell no responde. Compruebe que está en marcha y vuelva a intentarlo.',
} as const satisfies Catalogue;
