// pure
import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const FR_FR: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Facture ${seller} · ${amount}, échéance le ${due}`
        : `Facture ${number} · ${seller} · ${amount}, échéance le ${due}`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Facture ${seller} · ${amount}, échue le ${due}`
        : `Facture ${number} · ${seller} · ${amount}, échue le ${due}`,
    nothingDue: ({ number, seller }) => (number === undefined ? `Facture ${seller}` : `Facture ${number} · ${seller}`),
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Rappel : facture ${seller} · ${amount}, échéance le ${due}`
        : `Rappel : facture ${number} · ${seller} · ${amount}, échéance le ${due}`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `Rappel : votre facture ${seller} est en retard de paiement · ${amount}, échue le ${due}`
        : `Rappel : votre facture ${seller} n° ${number} est en retard de paiement · ${amount}, échue le ${due}`,
    canceled: ({ number, seller }) =>
      number === undefined
        ? `Votre facture ${seller} a été annulée`
        : `Votre facture ${seller} n° ${number} a été annulée`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}, échéance le ${due}`,
    overdue: ({ amount, due }) => `${amount}, échéance dépassée depuis le ${due}`,
    reminder: ({ amount, due }) => `Rappel : ${amount}, échéance le ${due}`,
    overdueReminder: ({ amount, due }) => `Rappel : ${amount} en retard depuis le ${due}`,
  },
  titles: {
    invoice: ({ seller }) => `Votre facture ${seller}`,
    reminder: 'Votre facture arrive bientôt à échéance',
    overdueReminder: 'Votre facture est en retard de paiement',
    canceled: 'Votre facture a été annulée',
  },
  preheaders: {
    payBy: ({ due }) => `Consultez-la et payez-la en ligne au plus tard le ${due}.`,
    view: 'Consultez-la en ligne.',
    overdue: ({ due }) => `L’échéance était le ${due}. Vous pouvez toujours payer en ligne.`,
    canceled: 'Vous n’avez rien à payer.',
  },
  wasDue: ({ due }) => `Échéance dépassée depuis le ${due}`,
  sent: ({ seller }) => `${seller} vous a envoyé une facture.`,
  sentAgain: ({ seller }) => `Voici à nouveau votre facture ${seller}.`,
  dueIn: ({ days }) =>
    plural('fr-FR', days, {
      one: 'Petit rappel : cette facture arrive à échéance demain.',
      many: `Petit rappel : cette facture arrive à échéance dans ${days}\u00A0de\u00A0jours.`,
      other: `Petit rappel : cette facture arrive à échéance dans ${days}\u00A0jours.`,
    }),
  dueToday: 'Petit rappel : cette facture arrive à échéance aujourd’hui.',
  overdue: 'Nous n’avons pas encore reçu votre paiement pour cette facture.',
  alreadyPaid: 'Si vous avez déjà payé, merci de ne pas tenir compte de cet e-mail.',
  canceled: ({ seller }) => `${seller} a annulé cette facture. Vous n’avez rien à payer.`,
  thankYou: 'Merci',
  attached: 'La facture est jointe au format PDF.',
  why: ({ seller, address }) =>
    `Cet e-mail a été envoyé à ${address}, car ${seller} a indiqué cette adresse pour l’envoi d’une facture.`,
}
