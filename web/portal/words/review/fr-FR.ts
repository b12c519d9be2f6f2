import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { ReviewWords } from './review-words.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

export const words: ReviewWords = {
  title: 'Vérification',
  queue: 'Paiements en cours de vérification',
  switchedOff:
    'La gestion de la fraude est désactivée pour cette organisation : plus aucun paiement n’est retenu pour vérification.',
  empty: 'Rien à vérifier',
  emptyText: 'Les paiements retenus pour vérification apparaissent ici, les plus urgents d’abord.',
  choose: 'Choisissez un paiement ou appuyez sur j.',
  more: 'Les autres paiements remontent quand ceux-ci sont traités.',
  waits: ({ span }: Spanned) => `depuis ${span}`,
  left: ({ span }: Spanned) => `encore ${span}`,
  you: 'Vous',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Facture ${number}`,
  deadline: ({ time, span }: Deadline) => `À décider avant ${time} (encore ${span})`,
  accept: 'Accepter',
  reject: 'Rejeter',
  notYours: 'Votre rôle permet de voir les vérifications, mais pas de décider.',
  isDeciding: 'Une décision est en cours d’exécution.',
  notHeld: 'Vous pourrez décider quand le paiement sera à vous.',
  failed: 'Impossible de charger le paiement',
  heldBySomeone: 'Une autre personne s’occupe de ce paiement.',
  heldBy: ({ name, time }: Holding) => `${name} s’occupe de ce paiement depuis ${time}.`,
  takeOver: 'Prendre le relais',
  takenOver: 'Le paiement est à vous maintenant.',
  comment: 'Commentaire',
  commentHelp: 'Conservé avec le paiement et dans les rapports.',
  notCarriedOut: 'Le prestataire de paiement n’a pas exécuté la décision. Veuillez réessayer.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `Accepter ${amount} ?`,
      text: 'Le paiement est capturé et le payeur reçoit un reçu.',
      confirm: ({ amount }: Amount) => `Accepter ${amount}`,
      done: ({ amount }: Amount) => `${amount} : paiement accepté.`,
    },
    reject: {
      question: ({ amount }: Amount) => `Rejeter ${amount} ?`,
      text: 'Le montant autorisé est libéré et la facture peut à nouveau être payée.',
      confirm: ({ amount }: Amount) => `Rejeter ${amount}`,
      done: ({ amount }: Amount) => `${amount} : paiement rejeté.`,
    },
  },
  since: 'En cours de vérification depuis',
  shipTo: 'Livraison à',
  bin: 'Premiers chiffres',
  cardCountry: 'Pays d’émission de la carte',
  network: 'Réseau de la carte',
  rules: 'Pourquoi il est retenu',
  earlier: 'Paiements précédents de ce client',
  firstTime: 'Cette adresse n’a encore rien payé.',
  noAddress: 'Les paiements précédents ne sont pas connus : le payeur n’a pas donné d’adresse e-mail.',
  count: ({ count, text }: Counted) =>
    plural('fr-FR', count, {
      one: `${text} paiement en attente`,
      many: `${text} de paiements en attente`,
      other: `${text} paiements en attente`,
    }),
  disputes: ({ count, text }: Counted) =>
    plural('fr-FR', count, { one: `${text} litige`, many: `${text} de litiges`, other: `${text} litiges` }),
}
