import type { EntryWords } from './entry-words.ts'

export const words: EntryWords = {
  signIn: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  required: 'Füllen Sie dieses Feld aus.',
  invalidEmail: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  resetTitle: 'Passwort zurücksetzen',
  resetIntro:
    'Geben Sie Ihre E-Mail-Adresse ein. Wenn es dazu ein Konto gibt, erhalten Sie einen Link, der eine Stunde lang gültig ist.',
  sendLink: 'Link senden',
  checkMail: 'Sehen Sie in Ihrem Postfach nach',
  linkSent: ({ email }) =>
    `Wenn es zu ${email} ein Konto gibt, ist ein Link zum Festlegen eines neuen Passworts unterwegs.`,
  backToSignIn: 'Zurück zur Anmeldung',
  newPasswordTitle: 'Neues Passwort festlegen',
  newPassword: 'Neues Passwort',
  passwordHelp: 'Mindestens 12 Zeichen. Mehrere Wörter ohne Zusammenhang sind sicher und leicht zu merken.',
  savePassword: 'Passwort speichern',
  passwordSaved: 'Ihr Passwort ist gespeichert. Melden Sie sich damit an.',
  linkInvalidTitle: 'Dieser Link ist nicht mehr gültig',
  linkInvalid: 'Er wurde bereits verwendet oder ist abgelaufen.',
  askAgain: 'Neuen Link anfordern',
  passwordProblems: {
    TOO_SHORT: 'Verwenden Sie mindestens 12 Zeichen.',
    TOO_COMMON: 'Dieses Passwort gehört zu den häufigsten. Wählen Sie ein anderes.',
    CONTAINS_EMAIL: 'Das Passwort darf Ihre E-Mail-Adresse nicht enthalten.',
    UNCHANGED: 'Wählen Sie ein Passwort, das sich vom aktuellen unterscheidet.',
  },
  join: ({ organization }) => `${organization} beitreten`,
  invitedAs: ({ email, role }) => `Sie wurden als ${email} mit der Rolle ${role} eingeladen.`,
  yourName: 'Ihr Name',
  accept: 'Einladung annehmen',
  signInToAccept: 'Sie haben bereits ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
  otherPerson: ({ email }) =>
    `Sie sind mit einer anderen Adresse angemeldet. Melden Sie sich ab und als ${email} wieder an, um anzunehmen.`,
  signOut: 'Abmelden',
  askForInvitation: 'Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.',
}
