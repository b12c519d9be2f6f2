import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { JobsWords } from './jobs-words.ts'

const forms = (count: number, one: string, other: string) => plural('fr-FR', count, { one, many: other, other })

export const words: JobsWords = {
  actions: { send: 'Envoyer', remind: 'Relancer', cancel: 'Annuler' },
  orders: {
    send: ({ count, text }) => forms(count, `Envoyer ${text} facture`, `Envoyer ${text} factures`),
    remind: ({ count, text }) =>
      forms(count, `Envoyer un rappel pour ${text} facture`, `Envoyer des rappels pour ${text} factures`),
    cancel: ({ count, text }) => forms(count, `Annuler ${text} facture`, `Annuler ${text} factures`),
  },
  effects: {
    send: 'Chaque client reçoit un e-mail avec le lien de paiement. Les brouillons sont publiés. Ce qui a déjà été envoyé est renvoyé.',
    remind: 'Chaque client reçoit un rappel par e-mail.',
    cancel:
      'Les liens de paiement n’accepteront plus aucun paiement. Les clients qui ont reçu un e-mail avec le lien sont avertis.',
  },
  cannotUndo: 'Cette action est définitive.',
  checking: 'Vérification des statuts',
  allCan: 'Le statut de toutes le permet.',
  someCannot: ({ count, text }) =>
    forms(
      count,
      `Le statut de ${text} d’entre elles ne le permet pas.`,
      `Le statut de ${text} d’entre elles ne le permet pas.`,
    ),
  withoutEmail: ({ count, text }) =>
    forms(
      count,
      `${text} d’entre elles est réglée pour une remise sans e-mail.`,
      `${text} d’entre elles sont réglées pour une remise sans e-mail.`,
    ),
  onlyPublished: ({ count, text }) =>
    forms(
      count,
      `${text} brouillon est réglé pour une remise sans e-mail. Il est seulement publié.`,
      `${text} brouillons sont réglés pour une remise sans e-mail. Ils sont seulement publiés.`,
    ),
  noneCan: 'Le statut d’aucune d’entre elles ne le permet.',
  listed: 'Celles qui sont exclues restent telles quelles et sont listées avec le motif.',
  mailsWait: 'Les e-mails au-delà de la limite horaire de votre organisation attendent, puis partent d’eux-mêmes.',
  tooMany: ({ text }) => `Au plus ${text} à la fois. Affinez les filtres.`,
  selectionChanged: ({ text }) => `La sélection en compte maintenant ${text}. Rien n’a encore été fait.`,
  nothingSelected: 'Plus rien ne correspond aux filtres. Rien n’a été fait.',
  tooManyJobs: 'Trop d’actions groupées sont en cours. Attendez la fin de l’une d’elles ou arrêtez-la.',
  recent: 'Actions groupées',
  none: 'Aucune action groupée',
  noneText:
    'Sélectionnez des factures dans la liste pour en envoyer, en relancer ou en annuler plusieurs à la fois. Les actions groupées sont conservées 30 jours.',
  toInvoices: 'Toutes les factures',
  toList: 'Retour à la liste',
  failed: 'Les actions groupées n’ont pas pu être chargées',
  states: { RUNNING: 'En cours', COMPLETED: 'Terminée', STOPPED: 'Arrêtée' },
  progress: 'Progression',
  progressOf: ({ done, total }) => `${done} sur ${total}`,
  done: 'Traitées',
  notDone: 'En échec',
  waiting: 'En attente',
  left: 'Non commencées',
  summary: ({ done, failed }) => `Traitées\u00a0: ${done}, en échec\u00a0: ${failed}`,
  started: ({ time }) => `Début\u00a0: ${time}`,
  startedBy: ({ name, time }) => `Lancée par ${name}, ${time}`,
  ended: ({ time }) => `Fin\u00a0: ${time}`,
  goesOn: 'Vous pouvez quitter cette page\u00a0: l’action continue d’elle-même.',
  stop: 'Arrêter',
  stopped: 'Arrêtée. Ce qui a été fait reste.',
  stopFailed: 'L’action n’a pas pu être arrêtée. Veuillez réessayer.',
  stoppedBy: ({ name }) => `Arrêtée par ${name}. Ce qui a été fait reste.`,
  stoppedFor: {
    MISSING_PERMISSION: 'Arrêtée\u00a0: la personne qui l’a lancée n’en a plus le droit.',
    USER_DISABLED: 'Arrêtée\u00a0: le compte de la personne qui l’a lancée est désactivé.',
    MISSING_SCOPE: 'Arrêtée\u00a0: la clé qui l’a lancée n’en a plus le droit.',
    KEY_REVOKED: 'Arrêtée\u00a0: la clé qui l’a lancée est révoquée ou a expiré.',
    CODES_REQUIRED: 'Arrêtée\u00a0: la personne qui l’a lancée doit d’abord configurer des codes à usage unique.',
    ORGANIZATION_SUSPENDED: 'Arrêtée\u00a0: l’organisation est suspendue.',
  },
  failures: ({ count, text }) => forms(count, `${text} n’a pas pu être traitée`, `${text} n’ont pas pu être traitées`),
  number: 'Numéro',
  reason: 'Motif',
  selectFailed: 'Sélectionner ces factures',
  showMore: 'Afficher plus',
  mailsLeaving: ({ count, text }) =>
    forms(count, `${text} e-mail est sur le point d’être envoyé.`, `${text} e-mails sont sur le point d’être envoyés.`),
  mailsHeld: ({ count, text, time }) =>
    forms(
      count,
      `${text} e-mail attend à cause de la limite horaire de l’organisation. Reprise\u00a0: ${time}.`,
      `${text} e-mails attendent à cause de la limite horaire de l’organisation. Reprise\u00a0: ${time}.`,
    ),
  reasons: {
    TOO_MANY_RESENDS:
      'Renvoyée à ce client il y a trop peu de temps, ou trop souvent aujourd’hui. Réessayez plus tard.',
    NOT_FOUND: 'Cette facture n’existe pas.',
    INTERNAL_ERROR: 'Le service a rencontré une erreur. Réessayez plus tard.',
    addressRefused:
      'Le serveur de messagerie a déjà refusé l’adresse du client. Modifiez-la ou envoyez cette facture séparément.',
    unknown: 'Impossible pour le moment.',
  },
}
