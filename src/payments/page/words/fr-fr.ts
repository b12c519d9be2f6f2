// pure

import { plural } from '../../../kernel/wording/plural.ts'
import type { OwnPageWords } from './page-words.ts'

const DECLINED = 'Votre banque a refusé le paiement. Essayez un autre moyen de paiement ou contactez votre banque.'

export const FR_FR: OwnPageWords = {
  title: ({ seller }) => `Paiement à ${seller}`,
  language: 'Langue',
  testCards: 'Cartes de test',
  testApproved: 'Acceptée',
  testApprovedUpTo: ({ amount }) => `Acceptée jusqu’à ${amount} ; au-delà, cela dépend du montant`,
  testReview: 'Mise en attente de vérification',
  testChallenge: 'Demande une confirmation (3\u2011D Secure)',
  testStoredDecline: 'Acceptée ; les débits ultérieurs de la carte enregistrée sont refusés',
  testCardsNote: 'Toute date d’expiration future et tout cryptogramme conviennent.',
  testAccounts: 'Comptes bancaires de test',
  testAccountsNote: 'Neuf chiffres quelconques conviennent comme numéro de routage.',
  testReturned: 'Accepté ; rejeté par la banque le troisième jour',
  testFill: 'Choisissez un numéro pour remplir le formulaire.',
  preview: 'Aperçu · les clients ne voient pas encore cette facture',
  previewOfPublished: 'Aperçu · le paiement est désactivé sur cette page',
  previewMark: 'Aperçu du brouillon',
  previewMarkOfPublished: 'Aperçu',
  testMark: 'Mode test',
  viewHere: 'Voir en français',
  changeLanguage: 'Changer',
  overdue: 'En retard',
  partlyPaid: 'Payée en partie',
  expired: 'Expiré',
  expiredOn: 'Expiré le',
  canceledOn: 'Annulée le',
  submittedOn: 'Envoyé le',
  inReview: 'En vérification',
  showAll: ({ count }) => `Afficher les ${count} articles`,
  showFewer: 'Afficher moins',
  emailSeller: ({ seller }) => `Écrire à ${seller}`,
  sendEmail: 'Envoyer un e\u2011mail',
  call: ({ phone }) => `Appeler le ${phone}`,
  numberAndDue: ({ number, due }) => `Facture ${number} · échéance le ${due}`,
  details: ({ count }) =>
    plural('fr-FR', count, {
      one: `Détails (${count} article)`,
      many: `Détails (${count} d’articles)`,
      other: `Détails (${count} articles)`,
    }),
  showDetails: 'Détails',
  downloadPdf: 'Télécharger le PDF',
  invoicePdf: 'Facture en PDF',
  paymentsSoFar: 'Paiements effectués',
  questions: ({ seller }) => `Des questions ? Contactez ${seller}`,
  secured:
    'Vos données de paiement sont transmises chiffrées au prestataire de paiement et ne sont pas enregistrées sur cette page.',

  howMuch: 'Quel montant souhaitez-vous payer ?',
  fullAmount: 'Totalité du montant dû',
  remainingAmount: 'Montant restant',
  otherAmount: 'Autre montant',
  minimum: ({ amount }) => `Minimum : ${amount}`,
  remaining: ({ amount }) => `Il restera ${amount} à payer après ce paiement.`,
  remainingBelowMinimum: ({ amount }) =>
    `Il resterait ${amount} à payer. Ce montant est inférieur au minimum ; il faudrait alors le régler en une seule fois.`,
  confirmRest: ({ amount }) =>
    `Il resterait ${amount} à payer. Ce montant est inférieur au minimum ; il faudrait alors le régler en une seule fois. Modifiez le montant ou appuyez de nouveau sur le bouton pour payer malgré tout.`,

  payWith: 'Moyen de paiement',
  orPayWithCard: 'ou payer par carte',
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryExample: 'MM / AA',
  securityCode: 'Cryptogramme (CVC)',
  nameOnCard: 'Nom sur la carte',
  saveCard: ({ seller }) => `Enregistrer cette carte et autoriser ${seller} à la débiter pour de futures factures`,
  saveCardRemoval: ({ seller }) => `Pour la faire supprimer plus tard, contactez ${seller}.`,
  accountHolder: 'Titulaire du compte',
  routingNumber: 'Numéro de routage (ABA)',
  accountNumber: 'Numéro de compte',
  debitMandate: ({ seller }) =>
    `En payant, vous autorisez ${seller} à prélever ce montant une seule fois sur votre compte.`,
  walletNext: ({ wallet }) => `Vous confirmerez le paiement avec ${wallet} à la page suivante.`,
  hostedChoice: 'Carte ou autre moyen de paiement',
  hostedNext: 'Vous terminerez le paiement sur la page sécurisée du prestataire de paiement.',

  yourDetails: 'Vos coordonnées',
  shippingAddress: 'Adresse de livraison',
  phone: 'Téléphone',
  fullName: 'Nom complet',
  street: 'Adresse',
  streetMore: 'Complément d’adresse',
  town: 'Ville',
  addressParts: {
    postalCode: 'Code postal',
    zip: 'Code ZIP',
    postcode: 'Code postal',
    region: 'Région ou province',
    state: 'État',
    province: 'Province',
    prefecture: 'Préfecture',
  },
  country: 'Pays',
  optional: ({ label }) => `${label} (facultatif)`,
  choose: 'Choisissez…',

  payOther: 'Payer',
  paying: 'Traitement en cours…',
  stillWorking: 'Le traitement se poursuit. Merci de ne pas fermer cette page.',
  checking: 'Une brève vérification de sécurité est en cours. Merci de ne pas fermer cette page.',
  waitFirst: ({ seconds }) =>
    plural('fr-FR', seconds, {
      one: `Par sécurité, un bref délai est nécessaire. Relancez le paiement dans ${seconds} seconde.`,
      many: `Par sécurité, un bref délai est nécessaire. Relancez le paiement dans ${seconds} de secondes.`,
      other: `Par sécurité, un bref délai est nécessaire. Relancez le paiement dans ${seconds} secondes.`,
    }),

  pleaseCheck: ({ count }) =>
    plural('fr-FR', count, {
      one: 'Vérifiez ce champ :',
      many: 'Vérifiez ces champs :',
      other: 'Vérifiez ces champs :',
    }),
  checkMarked: ({ count }) =>
    plural('fr-FR', count, {
      one: 'Vérifiez le champ signalé',
      many: `Vérifiez les ${count} de champs signalés`,
      other: `Vérifiez les ${count} champs signalés`,
    }),
  problems: {
    required: 'Remplissez ce champ.',
    missing: {
      method: 'Choisissez un moyen de paiement.',
      cardNumber: 'Saisissez votre numéro de carte.',
      cardExpiry: 'Saisissez la date d’expiration.',
      cardCode: 'Saisissez le cryptogramme.',
      cardName: 'Saisissez le nom figurant sur la carte.',
      accountHolder: 'Saisissez le nom du titulaire du compte.',
      routingNumber: 'Saisissez le numéro de routage.',
      accountNumber: 'Saisissez le numéro de compte.',
      email: 'Saisissez votre adresse e\u2011mail.',
      phone: 'Saisissez un numéro de téléphone.',
      shipName: 'Saisissez le nom complet.',
      street: 'Saisissez l’adresse.',
      town: 'Saisissez la ville.',
      country: 'Choisissez un pays.',
      postalCode: 'Saisissez le code postal.',
      zip: 'Saisissez le code ZIP.',
      postcode: 'Saisissez le code postal.',
      region: 'Saisissez la région ou la province.',
      state: 'Saisissez l’État.',
      province: 'Saisissez la province.',
      prefecture: 'Saisissez la préfecture.',
    },
    plainText: 'Vérifiez ce champ.',
    cardNumber: 'Vérifiez le numéro de carte.',
    expiry: 'Saisissez la date d’expiration au format MM / AA.',
    expired: 'Cette carte a expiré.',
    securityCode: '3 chiffres, 4 pour Amex.',
    routingNumber: 'Saisissez les 9 chiffres du numéro de routage.',
    accountNumber: 'Vérifiez le numéro de compte.',
    email: 'Vérifiez l’adresse e\u2011mail.',
    phone: 'Vérifiez le numéro de téléphone.',
    choice: 'Choisissez l’une des options.',
    tooShort: ({ count }) =>
      plural('fr-FR', count, {
        one: `Saisissez au moins ${count} caractère.`,
        many: `Saisissez au moins ${count} de caractères.`,
        other: `Saisissez au moins ${count} caractères.`,
      }),
    tooLong: ({ count }) =>
      plural('fr-FR', count, {
        one: `Saisissez au plus ${count} caractère.`,
        many: `Saisissez au plus ${count} de caractères.`,
        other: `Saisissez au plus ${count} caractères.`,
      }),
    personal: 'Ne saisissez pas de numéro de carte ou de pièce d’identité ici.',
    amount: ({ example }) => `Saisissez un montant, par exemple ${example}.`,
    wrongAmount: ({ example }) => `Vérifiez le montant. Saisissez-le ainsi : ${example}.`,
    ambiguousAmount: ({ one, other }) =>
      `Voulez-vous dire ${one} ou ${other} ? Saisissez l’un de ces montants tel quel.`,
    unclearAmount: ({ amount }) => `Voulez-vous dire ${amount} ? Saisissez-le sous cette forme.`,
    tooManyDecimals: 'Le montant comporte trop de décimales pour cette devise.',
    belowMinimum: ({ amount }) => `Le montant doit être d’au moins ${amount}.`,
    aboveBalance: ({ amount }) => `Le montant ne peut pas dépasser ${amount}.`,
  },
  declinedTitle: 'Paiement refusé',
  notCompletedTitle: 'Paiement non abouti',
  notCharged: 'Aucun montant n’a été débité.',
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
    authorizationExpired: 'Le paiement n’a pas été finalisé à temps et rien n’a été débité. Veuillez réessayer.',
  },
  tooManyDeclines: ({ seconds }) =>
    plural('fr-FR', seconds, {
      one: `Trop de paiements ont été refusés. Réessayez dans ${seconds} seconde.`,
      many: `Trop de paiements ont été refusés. Réessayez dans ${seconds} de secondes.`,
      other: `Trop de paiements ont été refusés. Réessayez dans ${seconds} secondes.`,
    }),
  tooManyDeclinesMinutes: ({ minutes }) =>
    plural('fr-FR', minutes, {
      one: `Trop de paiements ont été refusés. Réessayez dans ${minutes} minute.`,
      many: `Trop de paiements ont été refusés. Réessayez dans ${minutes} de minutes.`,
      other: `Trop de paiements ont été refusés. Réessayez dans ${minutes} minutes.`,
    }),
  tooManyAtOnce: ({ seconds }) =>
    plural('fr-FR', seconds, {
      one: `Plusieurs paiements effectués depuis votre connexion sont encore en cours de traitement. Réessayez dans ${seconds} seconde.`,
      many: `Plusieurs paiements effectués depuis votre connexion sont encore en cours de traitement. Réessayez dans ${seconds} de secondes.`,
      other: `Plusieurs paiements effectués depuis votre connexion sont encore en cours de traitement. Réessayez dans ${seconds} secondes.`,
    }),
  amountChanged: 'Le montant dû a changé. Vérifiez-le avant de payer.',

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
  },

  failures: {
    notFound: {
      title: 'Il n’y a rien à payer ici',
      text: 'La facture n’est peut-être pas encore disponible, ou le lien est incomplet. Vérifiez le lien ou contactez l’expéditeur.',
    },
    unreadable: {
      title: 'Votre demande n’a pas pu être lue',
      text: 'Rien n’a été débité. Rouvrez la page de paiement et remplissez de nouveau le formulaire.',
    },
    tooLarge: {
      title: 'Votre saisie est trop longue',
      text: 'Rien n’a été débité. Raccourcissez votre saisie, puis réessayez.',
    },
    tooMany: {
      title: 'Trop de demandes',
      text: 'Patientez une minute, puis réessayez.',
    },
    failed: {
      title: 'Une erreur s’est produite',
      text: 'Le problème vient de notre côté. Si vous étiez en train de payer, rouvrez la facture avant de payer une seconde fois : elle indique si le paiement a abouti.',
    },
    unavailable: {
      title: 'Cette page est momentanément indisponible',
      text: 'Réessayez dans une minute. Si vous étiez en train de payer, consultez alors la facture avant de payer une seconde fois : elle indique si le paiement a abouti.',
    },
  },
  tryAgain: 'Réessayer',
  checkAgain: 'Vérifier à nouveau',

  thankYou: ({ seller }) => `Merci pour votre paiement à ${seller}.`,
  paidAmount: ({ amount }) => `Paiement de ${amount} effectué`,
  receiptSent: ({ address }) => `Nous avons envoyé le reçu à ${address}.`,
  receiptFollows: ({ address }) =>
    `Une fois le paiement validé, nous enverrons le reçu à ${address}. S’il est refusé, rien ne sera débité.`,
  payRemaining: ({ amount }) => `Payer le solde de ${amount}`,
  copy: 'Copier',
  copied: 'Copié',
  printReceipt: 'Imprimer le reçu',
  downloadReceipt: 'Télécharger le reçu',
  leaving: ({ seller }) => `Retour vers ${seller}…`,
  leavingToProvider: 'Redirection vers le prestataire de paiement…',
  leavingText: 'La redirection est automatique. Si rien ne se passe, utilisez le bouton ci-dessous.',
  goOn: 'Continuer',

  confirmTitle: 'Confirmez votre paiement',
  confirmText: 'Votre banque vous demande de confirmer ce paiement.',
  backToInvoice: 'Annuler et revenir à la facture',
  confirmWith: ({ wallet }) => `Confirmer avec ${wallet}`,
  confirmPayment: 'Confirmer le paiement',
  cancelPayment: 'Annuler',
  simulated: 'Ceci est une simulation. Aucune somme n’est débitée.',
  checkout: 'Paiement test',
}
