// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const FR_FR: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Votre reçu ${seller} · ${amount}`
        : `Votre reçu ${seller} pour la facture ${number} · ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `Votre reçu ${seller} pour un paiement partiel · ${amount}`
        : `Votre reçu ${seller} pour un paiement partiel de la facture ${number} · ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `Votre paiement à ${seller} est en cours de vérification · ${amount}`
        : `Votre paiement à ${seller} pour la facture ${number} est en cours de vérification · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `Votre remboursement ${seller} · ${amount}`
        : `Votre remboursement ${seller} pour la facture ${number} · ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `Votre reçu : ${amount}`,
    partialReceipt: ({ amount }) => `Reçu de votre paiement partiel : ${amount}`,
    review: ({ amount }) => `Paiement en cours de vérification : ${amount}`,
    refund: ({ amount }) => `Votre remboursement : ${amount}`,
  },
  thankYou: 'Merci pour votre paiement',
  received: ({ seller }) => `${seller} a bien reçu votre paiement.`,
  paidInFull: 'Votre facture est entièrement réglée. Vous n’avez plus rien à faire.',
  paidOn: ({ day }) => `Payé le ${day}`,
  underReview: 'Votre paiement est en cours de vérification',
  reviewText: ({ seller }) =>
    `${seller} vérifie votre paiement avant de le valider. Vous n’avez pas besoin de payer à nouveau.`,
  reviewEnd: 'Vous recevrez un reçu dès qu’il sera validé. S’il est refusé, rien ne sera débité.',
  refundTitle: 'Vous avez reçu un remboursement',
  refundText: ({ seller, amount }) =>
    `${seller} a remboursé ${amount} sur le moyen de paiement que vous aviez utilisé.`,
  refundTime: 'Quelques jours peuvent s’écouler avant que la somme n’apparaisse sur votre compte.',
  refundedOn: ({ day }) => `Remboursé le ${day}`,
  refundId: 'Numéro de remboursement',
  originalPayment: 'Paiement d’origine',
  viewReceipt: 'Voir le reçu',
  attached: 'Le reçu est joint au format PDF.',
  why: ({ seller }) => `Vous recevez cet e-mail à la suite d’un paiement à ${seller}.`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `Paiement reçu · ${amount} pour la facture ${number}`,
      title: 'Vous avez reçu un paiement',
      paidInFull: 'La facture est entièrement réglée.',
    },
    review: {
      subject: ({ amount, number }) => `Paiement à vérifier · ${amount} pour la facture ${number}`,
      title: 'Un paiement attend votre vérification',
      text: 'Acceptez-le ou refusez-le. D’ici là, aucun autre paiement n’est possible pour cette facture.',
    },
    refunded: {
      subject: ({ amount, number }) => `Remboursement effectué · ${amount} pour la facture ${number}`,
      title: 'Un remboursement a été effectué',
      text: 'Votre client en a été informé par e-mail si son adresse est connue.',
    },
    customer: 'Client',
    why: ({ seller }) =>
      `Vous recevez cet e-mail, car les notifications par e-mail sont activées dans les paramètres de facturation (${seller}).`,
    cardTesting: {
      subject: ({ seller }) => `Nombreux paiements refusés chez ${seller}`,
      title: 'Des cartes volées sont peut-être testées',
      happened: 'Un nombre inhabituel de tentatives de paiement sont actuellement refusées sur vos liens de paiement.',
      now: 'Vos liens fonctionnent toujours. Jusqu’au retour à la normale, les payeurs confirment les paiements par carte auprès de leur banque (3\u2011D\u00A0Secure) ou passent par une brève vérification de sécurité.',
      todo: 'Vérifiez les derniers paiements et remboursez ceux que vous ne reconnaissez pas.',
      view: 'Voir les factures payées',
      declined: 'Tentatives refusées',
      attempts: 'Total des tentatives',
      since: 'Détecté le',
      why: ({ seller }) => `Vous recevez cet e-mail, car votre adresse est le contact de ${seller}.`,
    },
  },
}
