import type { StepsWords } from './steps-words.ts'

export const words: StepsWords = {
  title: 'Votre première facture, du début au rapport',
  progress: ({ done, total }) => `${done} sur ${total} terminées`,
  done: 'Terminé',
  open: 'À faire',
  brand: 'Ajouter votre nom et votre logo',
  brandText: 'Les clients les voient sur les factures, les e-mails et la page de paiement.',
  toBrand: 'Ouvrir les paramètres',
  invoice: 'Créer et envoyer une facture',
  invoiceText: 'Envoyez-la à une adresse à vous pour voir ce que voient les clients.',
  toInvoice: 'Créer une facture',
  pay: 'La payer',
  payTextSandbox:
    'Ouvrez sa page de paiement et utilisez la carte de test 4111 1111 1111 1111 avec une date future et trois chiffres quelconques.',
  payText: 'Ouvrez sa page de paiement, comme le fait votre client.',
  toPay: 'Ouvrir la facture',
  results: 'Voir ce qui s’est passé',
  resultsText: 'Un e-mail est parti, vos programmes ont été informés et les rapports la contiennent.',
  mail: 'E-mail',
  webhook: 'Webhook',
  report: 'Rapport',
  toInbox: 'Ouvrir la boîte de réception',
  toWebhooks: 'Ouvrir les webhooks',
  toReports: 'Ouvrir les rapports',
}
