// pure
import type { NoticeWords } from './notice-words.ts'

export const ES_419: NoticeWords = {
  events: {
    'new-browser': {
      subject: 'Inicio de sesión en un navegador nuevo',
      text: 'Alguien inició sesión en tu cuenta desde un navegador que aún no conocíamos.',
    },
    'recovery-code-used': {
      subject: 'Inicio de sesión con un código de recuperación',
      text: 'Alguien inició sesión en tu cuenta con uno de tus códigos de recuperación. Ese código ya no sirve.',
    },
    'password-changed': { subject: 'Se cambió tu contraseña', text: 'Se cambió la contraseña de tu cuenta.' },
    'codes-turned-on': {
      subject: 'Se activaron los códigos de un solo uso',
      text: 'Para iniciar sesión en tu cuenta ahora también se pide un código de un solo uso. Se mostraron diez códigos de recuperación nuevos.',
    },
    'codes-turned-off': {
      subject: 'Se desactivaron los códigos de un solo uso',
      text: 'Para iniciar sesión en tu cuenta ahora basta con la contraseña.',
    },
    'access-ended': {
      subject: 'Tu acceso se desactivó',
      text: 'Ya no puedes iniciar sesión y se cerraron todas tus sesiones.',
    },
  },
  ifYou: 'Si fuiste tú, no tienes que hacer nada.',
  ifNotYou:
    'Si no fuiste tú, crea ahora una contraseña nueva. Así se cierran todas tus sesiones. Después revisa los códigos de un solo uso en tu perfil y avisa a los propietarios de tu organización.',
  link: 'Crear contraseña nueva',
  askOperator: 'Si no lo esperabas, consulta a los propietarios de tu organización.',
  when: 'Fecha y hora',
  browser: 'Navegador',
  network: 'Red',
}
