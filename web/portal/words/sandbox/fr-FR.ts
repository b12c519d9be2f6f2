import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: 'Outils du mode test. Toutes les organisations de cette installation les partagent.',
  inbox: 'Boîte de réception',
  inboxText: 'Chaque e-mail qui aurait été envoyé.',
  lab: 'Récepteurs de webhooks',
  labText: 'Des adresses qui prennent les envois, vérifient les signatures et échouent sur demande.',
  clock: 'Horloge',
  clockText: 'Déplacez le temps pour voir arriver rappels, rapports et règlements.',
  openPage: ({ name }) => `Ouvrir ${name}`,
  demo: 'Données de démonstration',
  demoText:
    'Un an de paiements d’exemple de ce commerçant, avec remboursements, litiges et versements, pour essayer les rapports.',
  demoMerchantOnly: 'Passez à un commerçant pour charger ses données de démonstration.',
  load: 'Charger les données de démonstration',
  loading: 'Chargement…',
  loaded: ({ text }) => `Les données de démonstration sont chargées\u00a0: ${text} enregistrements.`,
  wasLoaded: 'Les données de démonstration sont déjà là.',
  only: 'Ces outils n’existent qu’en mode test.',
}
