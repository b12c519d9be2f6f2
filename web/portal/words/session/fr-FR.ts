import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  code: 'Code',
  codeHelp: 'Les six chiffres de votre application d’authentification, ou un code de secours.',
  keepSignedIn: 'Rester connecté pendant 30 jours',
  forgotten: 'Mot de passe oublié\u202f?',
  linkUsed: 'Ce lien a déjà été utilisé ou a expiré. Connectez-vous avec votre mot de passe.',
  signIn: 'Se connecter',
  signingIn: 'Connexion en cours…',
  wrongCredentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
  wrongCode: 'Ce code est incorrect ou a déjà été utilisé. Saisissez le code actuel.',
  tooManyAttempts: ({ minutes }) =>
    plural('fr-FR', minutes, {
      one: `Trop de tentatives. Réessayez dans ${minutes} minute.`,
      many: `Trop de tentatives. Réessayez dans ${minutes} de minutes.`,
      other: `Trop de tentatives. Réessayez dans ${minutes} minutes.`,
    }),
  failed: 'La connexion a échoué. Veuillez réessayer.',
  expiredTitle: 'Votre session a expiré',
  expiredText: 'Reconnectez-vous pour continuer. Rien n’est perdu sur cette page.',
  confirmTitle: 'Confirmez votre identité',
  confirmText: 'Cette modification est protégée. Saisissez à nouveau votre mot de passe.',
  confirmTextWithCodes: 'Cette modification est protégée. Saisissez votre mot de passe ou un code.',
  passwordOrCode: 'Mot de passe ou code',
  confirm: 'Confirmer',
  confirming: 'Confirmation en cours…',
  notConfirmed: 'Le mot de passe ou le code est incorrect.',
  anotherPerson: 'Se connecter avec un autre compte',
}
