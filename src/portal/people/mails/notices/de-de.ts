// pure
import type { NoticeWords } from './notice-words.ts'

export const DE_DE: NoticeWords = {
  events: {
    'new-browser': {
      subject: 'Anmeldung in einem neuen Browser',
      text: 'In Ihrem Konto hat sich jemand in einem Browser angemeldet, den wir noch nicht kannten.',
    },
    'recovery-code-used': {
      subject: 'Anmeldung mit einem Wiederherstellungscode',
      text: 'In Ihrem Konto hat sich jemand mit einem Ihrer Wiederherstellungscodes angemeldet. Dieser Code gilt nun nicht mehr.',
    },
    'password-changed': { subject: 'Ihr Passwort wurde geändert', text: 'Das Passwort Ihres Kontos wurde geändert.' },
    'codes-turned-on': {
      subject: 'Einmalcodes wurden eingeschaltet',
      text: 'Für die Anmeldung in Ihrem Konto wird nun auch ein Einmalcode verlangt. Zehn neue Wiederherstellungscodes wurden angezeigt.',
    },
    'codes-turned-off': {
      subject: 'Einmalcodes wurden ausgeschaltet',
      text: 'Für die Anmeldung in Ihrem Konto genügt nun das Passwort.',
    },
    'access-ended': {
      subject: 'Ihr Zugang wurde gesperrt',
      text: 'Sie können sich nicht mehr anmelden, und Sie wurden überall abgemeldet.',
    },
  },
  ifYou: 'Wenn Sie das waren, müssen Sie nichts tun.',
  ifNotYou:
    'Wenn Sie das nicht waren, legen Sie jetzt ein neues Passwort fest. Das meldet Sie überall ab. Prüfen Sie danach in Ihrem Profil die Einmalcodes, und informieren Sie die Inhaber Ihrer Organisation.',
  link: 'Neues Passwort festlegen',
  askOperator: 'Wenn Sie das nicht erwartet haben, wenden Sie sich an die Inhaber Ihrer Organisation.',
  when: 'Zeitpunkt',
  browser: 'Browser',
  network: 'Netzwerk',
}
