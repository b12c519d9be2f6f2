import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { JobsWords } from './jobs-words.ts'

export const words: JobsWords = {
  actions: { send: 'Senden', remind: 'Erinnern', cancel: 'Stornieren' },
  orders: {
    send: ({ count, text }) =>
      plural('de-DE', count, { one: `${text} Rechnung senden`, other: `${text} Rechnungen senden` }),
    remind: ({ count, text }) =>
      plural('de-DE', count, { one: `An ${text} Rechnung erinnern`, other: `An ${text} Rechnungen erinnern` }),
    cancel: ({ count, text }) =>
      plural('de-DE', count, { one: `${text} Rechnung stornieren`, other: `${text} Rechnungen stornieren` }),
  },
  effects: {
    send: 'Jeder Kunde erhält eine E-Mail mit dem Zahlungslink. Entwürfe werden veröffentlicht. Was schon gesendet wurde, wird erneut gesendet.',
    remind: 'Jeder Kunde erhält eine Erinnerung per E-Mail.',
    cancel:
      'Über die Zahlungslinks kann dann nicht mehr bezahlt werden. Kunden, die eine E-Mail mit dem Link erhalten haben, werden benachrichtigt.',
  },
  cannotUndo: 'Das lässt sich nicht rückgängig machen.',
  checking: 'Es wird geprüft, bei welchen das möglich ist',
  allCan: 'Der Status lässt es bei allen zu.',
  someCannot: ({ count, text }) =>
    plural('de-DE', count, {
      one: `Bei ${text} davon lässt der Status es nicht zu.`,
      other: `Bei ${text} davon lässt der Status es nicht zu.`,
    }),
  withoutEmail: ({ count, text }) =>
    plural('de-DE', count, {
      one: `Für ${text} davon ist die Zustellung ohne E-Mail eingestellt.`,
      other: `Für ${text} davon ist die Zustellung ohne E-Mail eingestellt.`,
    }),
  onlyPublished: ({ count, text }) =>
    plural('de-DE', count, {
      one: `Für ${text} Entwurf ist die Zustellung ohne E-Mail eingestellt: Er wird nur veröffentlicht.`,
      other: `Für ${text} Entwürfe ist die Zustellung ohne E-Mail eingestellt: Sie werden nur veröffentlicht.`,
    }),
  noneCan: 'Der Status lässt es bei keiner davon zu.',
  listed: 'Wo es nicht möglich ist, bleibt alles, wie es ist, und der Grund wird aufgeführt.',
  mailsWait: 'E-Mails über dem Stundenlimit Ihrer Organisation warten und gehen von selbst hinaus.',
  tooMany: ({ text }) => `Höchstens ${text} auf einmal. Schränken Sie die Filter ein.`,
  selectionChanged: ({ text }) => `Die Auswahl umfasst jetzt ${text}. Es ist noch nichts geschehen.`,
  nothingSelected: 'Die Filter treffen auf nichts mehr zu. Es ist nichts geschehen.',
  tooManyJobs: 'Es laufen zu viele Sammelaktionen. Warten Sie auf eine davon oder stoppen Sie eine.',
  recent: 'Sammelaktionen',
  none: 'Noch keine Sammelaktionen',
  noneText:
    'Wählen Sie in der Liste Rechnungen aus, um viele auf einmal zu senden, an sie zu erinnern oder sie zu stornieren. Sammelaktionen werden 30 Tage aufbewahrt.',
  toInvoices: 'Alle Rechnungen',
  toList: 'Zurück zur Liste',
  failed: 'Die Sammelaktionen konnten nicht geladen werden',
  states: { RUNNING: 'Läuft', COMPLETED: 'Abgeschlossen', STOPPED: 'Gestoppt' },
  progress: 'Fortschritt',
  progressOf: ({ done, total }) => `${done} von ${total}`,
  done: 'Erledigt',
  notDone: 'Fehlgeschlagen',
  waiting: 'Ausstehend',
  left: 'Nicht begonnen',
  summary: ({ done, failed }) => `Erledigt: ${done}, fehlgeschlagen: ${failed}`,
  started: ({ time }) => `Gestartet: ${time}`,
  startedBy: ({ name, time }) => `Gestartet von ${name}, ${time}`,
  ended: ({ time }) => `Beendet: ${time}`,
  goesOn: 'Sie können diese Seite verlassen: Es geht von selbst weiter.',
  stop: 'Stoppen',
  stopped: 'Gestoppt. Was erledigt ist, bleibt.',
  stopFailed: 'Das Stoppen ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  stoppedBy: ({ name }) => `Gestoppt von ${name}. Was erledigt ist, bleibt.`,
  stoppedFor: {
    MISSING_PERMISSION: 'Gestoppt: Wer die Aktion gestartet hat, hat dafür keine Berechtigung mehr.',
    USER_DISABLED: 'Gestoppt: Das Konto, von dem aus die Aktion gestartet wurde, ist deaktiviert.',
    MISSING_SCOPE: 'Gestoppt: Der Schlüssel, mit dem die Aktion gestartet wurde, hat dafür keine Berechtigung mehr.',
    KEY_REVOKED: 'Gestoppt: Der Schlüssel, mit dem die Aktion gestartet wurde, ist widerrufen oder abgelaufen.',
    CODES_REQUIRED: 'Gestoppt: Wer die Aktion gestartet hat, muss zuerst Einmalcodes einrichten.',
    ORGANIZATION_SUSPENDED: 'Gestoppt: Die Organisation ist gesperrt.',
  },
  failures: ({ count, text }) =>
    plural('de-DE', count, { one: `Bei ${text} nicht möglich`, other: `Bei ${text} nicht möglich` }),
  number: 'Nummer',
  reason: 'Grund',
  selectFailed: 'Diese Rechnungen auswählen',
  showMore: 'Mehr anzeigen',
  mailsLeaving: ({ count, text }) =>
    plural('de-DE', count, {
      one: `${text} E-Mail wird gleich gesendet.`,
      other: `${text} E-Mails werden gleich gesendet.`,
    }),
  mailsHeld: ({ count, text, time }) =>
    plural('de-DE', count, {
      one: `${text} E-Mail wartet wegen des Stundenlimits der Organisation. Weiter geht es: ${time}.`,
      other: `${text} E-Mails warten wegen des Stundenlimits der Organisation. Weiter geht es: ${time}.`,
    }),
  reasons: {
    TOO_MANY_RESENDS:
      'Erst vor Kurzem oder heute schon zu oft erneut an diesen Kunden gesendet. Versuchen Sie es später.',
    NOT_FOUND: 'Diese Rechnung gibt es nicht.',
    INTERNAL_ERROR: 'Beim Dienst ist ein Fehler aufgetreten. Versuchen Sie es später.',
    addressRefused:
      'Der Mailserver hat die Adresse des Kunden zuvor abgelehnt. Ändern Sie sie oder senden Sie diese Rechnung einzeln.',
    unknown: 'Zurzeit nicht möglich.',
  },
}
