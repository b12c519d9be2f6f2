// pure
import type { PageWords } from './page-words.ts'
import { plural } from './plural.ts'

const DECLINED = 'Votre banque a refusé le paiement. Essayez un autre moyen de paiement ou contactez votre banque.'

export const FR_FR: PageWords = {
  title: ({ seller }) => `Paiement à ${seller}`,
  language: 'Langue',
  testMode: 'Mode test : aucun argent n’est débité',
  testCards: 'Cartes de test',
  testApproved: 'Acceptée',
  testApprovedUpTo: ({ amount }) => `Acceptée jusqu’à ${amount} ; au-delà, cela dépend du montant`,
  testReview: 'Mise en attente de vérification',
  testChallenge: 'Demande une confirmation (3-D Secure)',
  testCardsNote: 'Toute date d’expiration future et tout cryptogramme conviennent.',
  preview: 'Aperçu : les clients ne peuvent pas encore voir ni payer cette facture',
  numberAndDue: ({ number, due }) => `Facture ${number} · échéance le ${due}`,
  due: ({ due }) => `Échéance le ${due}`,
  details: ({ count }) =>
    plural('fr-FR', count, { one: `Détails (${count} article)`, other: `Détails (${count} articles)` }),
  showDetails: 'Détails',
  downloadPdf: 'Télécharger le PDF',
  paymentsSoFar: 'Paiements effectués',
  questions: ({ seller }) => `Des questions ? Contactez ${seller}`,
  secured: 'Vos données de paiement sont transmises chiffrées et ne sont jamais enregistrées ici.',

  howMuch: 'Quel montant souhaitez-vous payer ?',
  fullAmount: 'Totalité du montant dû',
  otherAmount: 'Autre montant',
  amountToPay: 'Montant',
  minimum: ({ amount }) => `Minimum : ${amount}`,
  remaining: ({ amount }) => `Il restera ${amount} à payer après ce paiement.`,
  remainingBelowMinimum: ({ amount }) =>
    `Il resterait ${amount}. Ce montant est inférieur au minimum et devrait être réglé en une seule fois.`,

  payWith: 'Moyen de paiement',
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryExample: 'MM / AA',
  securityCode: 'Cryptogramme',
  securityCodeHelp: '3 chiffres au dos de la carte ; American Express : 4 chiffres au recto',
  nameOnCard: 'Nom sur la carte',
  saveCard: ({ seller }) => `Enregistrer cette carte et autoriser ${seller} à la débiter pour de futures factures`,
  accountHolder: 'Titulaire du compte',
  routingNumber: 'Numéro de routage (ABA)',
  accountNumber: 'Numéro de compte',
  debitMandate: ({ seller }) =>
    `En payant, vous autorisez ${seller} à prélever ce montant une seule fois sur votre compte.`,
  walletNext: ({ wallet }) => `Vous confirmerez le paiement avec ${wallet} à la page suivante.`,

  yourDetails: 'Vos coordonnées',
  shippingAddress: 'Adresse de livraison',
  email: 'E-mail',
  phone: 'Téléphone',
  fullName: 'Nom complet',
  street: 'Adresse',
  streetMore: 'Complément d’adresse',
  town: 'Ville',
  region: 'Région ou province',
  postalCode: 'Code postal',
  country: 'Pays',
  optional: ({ label }) => `${label} (facultatif)`,
  choose: 'Choisissez…',

  pay: ({ amount }) => `Payer ${amount}`,
  paying: 'Traitement en cours…',
  stillWorking: 'Le traitement se poursuit. Merci de ne pas fermer cette page.',

  pleaseCheck: 'Vérifiez ces champs :',
  problems: {
    required: 'Remplissez ce champ.',
    cardNumber: 'Vérifiez le numéro de carte.',
    expiry: 'Saisissez la date d’expiration au format MM / AA.',
    expired: 'Cette carte a expiré.',
    securityCode: 'Saisissez les 3 ou 4 chiffres du cryptogramme.',
    routingNumber: 'Saisissez les 9 chiffres du numéro de routage.',
    accountNumber: 'Vérifiez le numéro de compte.',
    email: 'Vérifiez l’adresse e-mail.',
    phone: 'Vérifiez le numéro de téléphone.',
    choice: 'Choisissez l’une des options.',
    tooShort: ({ count }) =>
      plural('fr-FR', count, {
        one: `Saisissez au moins ${count} caractère.`,
        other: `Saisissez au moins ${count} caractères.`,
      }),
    tooLong: ({ count }) =>
      plural('fr-FR', count, {
        one: `Saisissez au plus ${count} caractère.`,
        other: `Saisissez au plus ${count} caractères.`,
      }),
    personal: 'Ne saisissez pas de numéro de carte ou de pièce d’identité ici.',
    amount: ({ example }) => `Saisissez un montant, par exemple ${example}.`,
    ambiguousAmount: ({ one, other }) =>
      `Voulez-vous dire ${one} ou ${other} ? Saisissez l’un de ces montants tel quel.`,
    unclearAmount: ({ amount }) => `Voulez-vous dire ${amount} ? Saisissez-le sous cette forme.`,
    tooManyDecimals: 'Le montant comporte trop de décimales pour cette devise.',
    belowMinimum: ({ amount }) => `Le montant doit être d’au moins ${amount}.`,
    aboveBalance: ({ amount }) => `Le montant ne peut pas dépasser ${amount}.`,
  },
  declines: {
    declined: DECLINED,
    insufficientFunds: 'Le solde est insuffisant. Essayez un autre moyen de paiement.',
    expiredCard: 'Cette carte a expiré. Vérifiez la date d’expiration ou utilisez une autre carte.',
    lostOrStolen: DECLINED,
    invalidCard: 'Ce numéro de carte n’est pas valide. Vérifiez-le ou utilisez une autre carte.',
    wrongSecurityCode: 'Le cryptogramme est incorrect. Vérifiez-le et réessayez.',
    limitExceeded: 'Le montant dépasse le plafond de cette carte. Essayez un autre moyen de paiement.',
    notAllowed: 'Cette carte ne peut pas être utilisée pour ce paiement. Essayez un autre moyen de paiement.',
    issuerUnavailable: 'Votre banque est injoignable. Réessayez dans quelques minutes.',
    authenticationFailed: 'Votre banque n’a pas pu confirmer votre identité. Réessayez ou utilisez une autre carte.',
    suspectedFraud: DECLINED,
    accountProblem:
      'Ce compte bancaire ne peut pas être débité. Vérifiez les coordonnées ou utilisez un autre moyen de paiement.',
    notProcessed: 'Le paiement n’a pas abouti et rien n’a été débité. Veuillez réessayer.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('fr-FR', seconds, {
      one: `Trop de paiements ont été refusés. Réessayez dans ${seconds} seconde.`,
      other: `Trop de paiements ont été refusés. Réessayez dans ${seconds} secondes.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) => `Trop de paiements ont été refusés. Réessayez dans ${minutes} minutes.`,
  amountChanged: 'Le montant dû a changé. Vérifiez-le avant de payer.',
  notStarted: 'Le paiement n’a pas pu démarrer et rien n’a été débité. Veuillez réessayer.',

  screens: {
    paid: { title: 'Cette facture est payée', text: () => 'Merci. Il ne reste rien à payer.' },
    canceled: {
      title: 'Cette facture a été annulée',
      text: ({ seller }) => `Elle ne peut plus être payée. Pour toute question, contactez ${seller}.`,
    },
    expired: {
      title: 'Ce lien de paiement a expiré',
      text: ({ seller }) => `Demandez un nouveau lien à ${seller}.`,
    },
    underReview: {
      title: 'Un paiement est en cours de vérification',
      text: ({ seller }) => `${seller} le vérifie. Vous n’avez pas besoin de payer à nouveau.`,
    },
    suspended: {
      title: 'Les paiements sont suspendus',
      text: ({ seller }) => `${seller} ne peut pas accepter de paiements pour le moment.`,
    },
    nothingToPay: { title: 'Il n’y a rien à payer', text: () => 'Le total de cette facture est nul.' },
    held: {
      title: 'Un paiement est en cours',
      text: () =>
        'Quelqu’un est en train de payer cette facture. Si ce paiement n’aboutit pas, vous pourrez payer dans quelques minutes.',
    },
    noMethod: {
      title: 'Le paiement en ligne n’est pas disponible',
      text: ({ seller }) => `Contactez ${seller} pour savoir comment payer.`,
    },
    working: {
      title: 'Nous vérifions votre paiement',
      text: () =>
        'Cela peut prendre une minute. Ne payez pas une seconde fois ; cette page s’actualise automatiquement.',
    },
    notFound: {
      title: 'Cette page n’existe pas',
      text: () => 'Vérifiez le lien ou demandez-en un nouveau à l’expéditeur.',
    },
  },

  thankYou: 'Merci',
  youPaid: ({ amount, seller }) => `Vous avez payé ${amount} à ${seller}.`,
  stillDue: ({ amount }) => `Il reste ${amount} à payer.`,
  payRest: 'Payer le reste',
  printReceipt: 'Imprimer le reçu',
  downloadReceipt: 'Télécharger le reçu',
  leaving: ({ seller }) => `Retour vers ${seller}…`,
  goOn: 'Continuer',

  confirmTitle: 'Confirmez votre paiement',
  confirmText: 'Votre banque vous demande de confirmer ce paiement.',
  confirmWith: ({ wallet }) => `Confirmer avec ${wallet}`,
  confirmPayment: 'Confirmer le paiement',
  cancelPayment: 'Annuler',
  simulated: 'Ceci est une simulation. Aucun argent n’est débité.',
}
