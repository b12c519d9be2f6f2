// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'Accueil',
  nothing: 'Rien ne demande votre attention',
  nothingText:
    'Les factures en retard, les paiements en cours de vérification et les e-mails refusés apparaissent ici.',
  toInvoices: 'Toutes les factures',
  attention: ({ count, text }) =>
    plural('fr-FR', count, {
      one: `${text} élément demande votre attention`,
      many: `${text} d’éléments demandent votre attention`,
      other: `${text} éléments demandent votre attention`,
    }),
  overdue: 'En retard',
  overdueText: 'L’échéance est passée et il reste un montant à payer.',
  underReview: 'En cours de vérification',
  underReviewText: 'Un paiement attend une décision.',
  refusedMails: 'E-mails refusés',
  refusedMailsText: 'Ils ne sont pas parvenus au client. Vérifiez l’adresse, puis renvoyez-les.',
  showAll: ({ text }) => `Afficher les ${text}`,
  late: ({ count, text }) =>
    plural('fr-FR', count, {
      one: `${text} jour de retard`,
      many: `${text} de jours de retard`,
      other: `${text} jours de retard`,
    }),
  due: ({ day }) => `Échéance le ${day}`,
  refusedAt: ({ time }) => `Refusé le ${time}`,
  unnamed: 'Sans nom',
  failed: 'Cette page n’a pas pu être chargée',
}
