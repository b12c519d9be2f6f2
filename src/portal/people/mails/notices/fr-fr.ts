// pure
import type { NoticeWords } from './notice-words.ts'

export const FR_FR: NoticeWords = {
  events: {
    'new-browser': {
      subject: 'Connexion depuis un nouveau navigateur',
      text: 'Quelqu’un s’est connecté à votre compte depuis un navigateur que nous ne connaissions pas encore.',
    },
    'recovery-code-used': {
      subject: 'Connexion avec un code de secours',
      text: 'Quelqu’un s’est connecté à votre compte avec l’un de vos codes de secours. Ce code ne fonctionne plus.',
    },
    'password-changed': {
      subject: 'Votre mot de passe a été modifié',
      text: 'Le mot de passe de votre compte a été modifié.',
    },
    'codes-turned-on': {
      subject: 'Codes à usage unique activés',
      text: 'La connexion à votre compte demande désormais aussi un code à usage unique. Dix nouveaux codes de secours ont été affichés.',
    },
    'codes-turned-off': {
      subject: 'Codes à usage unique désactivés',
      text: 'Le mot de passe suffit désormais pour se connecter à votre compte.',
    },
    'access-ended': {
      subject: 'Votre accès a été désactivé',
      text: 'Vous ne pouvez plus vous connecter, et toutes vos sessions ont été fermées.',
    },
  },
  ifYou: 'Si c’était vous, vous n’avez rien à faire.',
  ifNotYou:
    'Si ce n’était pas vous, définissez maintenant un nouveau mot de passe. Toutes vos sessions seront fermées. Vérifiez ensuite les codes à usage unique dans votre profil et prévenez les propriétaires de votre organisation.',
  link: 'Définir un nouveau mot de passe',
  askOperator: 'Si vous ne vous y attendiez pas, adressez-vous aux propriétaires de votre organisation.',
  when: 'Date et heure',
  browser: 'Navigateur',
  network: 'Réseau',
}
