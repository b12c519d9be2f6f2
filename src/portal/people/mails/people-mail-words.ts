// pure
import type { Language } from '../../../kernel/language.ts'
import { spaced } from '../../../kernel/wording/spaced.ts'

type Organization = { readonly organization: string }
type Inviter = Organization & { readonly name: string }
type Address = { readonly address: string }

/** The texts of mails to the people who use the portal. */
export type PeopleMailWords = {
  readonly invitation: {
    readonly subject: (where: Organization) => string
    readonly shortSubject: string
    readonly title: (where: Organization) => string
    readonly invitedBy: (who: Inviter) => string
    readonly invited: (where: Organization) => string
    /** For somebody new. */
    readonly choosePassword: string
    /** For somebody who has a password. */
    readonly signIn: string
    readonly button: string
    readonly validity: string
    readonly why: (who: Organization & Address) => string
  }
  readonly reset: {
    readonly subject: string
    readonly text: string
    readonly button: string
    readonly validity: string
    readonly ignore: string
    readonly why: (who: Address) => string
  }
}

export const PEOPLE_MAIL_WORDS: Readonly<Record<Language, PeopleMailWords>> = {
  'de-DE': {
    invitation: {
      subject: ({ organization }) => `Einladung zu ${organization}`,
      shortSubject: 'Sie wurden eingeladen',
      title: ({ organization }) => `Willkommen bei ${organization}`,
      invitedBy: ({ name, organization }) => `${name} hat Sie eingeladen, bei ${organization} mitzuarbeiten.`,
      invited: ({ organization }) => `Sie wurden eingeladen, bei ${organization} mitzuarbeiten.`,
      choosePassword: 'Nehmen Sie die Einladung an und legen Sie Ihr Passwort fest.',
      signIn: 'Sie haben bereits ein Konto: Melden Sie sich wie gewohnt an, um die Einladung anzunehmen.',
      button: 'Einladung annehmen',
      validity: 'Der Link ist 24 Stunden gültig und funktioniert einmal.',
      why: ({ organization, address }) =>
        `Diese E-Mail ging an ${address}, weil jemand von ${organization} diese Adresse eingeladen hat. Falls Sie damit nicht gerechnet haben, ignorieren Sie sie einfach.`,
    },
    reset: {
      subject: 'Neues Passwort festlegen',
      text: 'Für Ihr Konto wurde ein neues Passwort angefordert. Wenn Sie das waren, legen Sie es jetzt fest.',
      button: 'Passwort festlegen',
      validity: 'Der Link ist eine Stunde gültig und funktioniert einmal.',
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail einfach: Ihr Passwort bleibt unverändert.',
      why: ({ address }) => `Diese E-Mail ging an ${address}, weil Sie sich mit dieser Adresse anmelden.`,
    },
  },
  'en-US': {
    invitation: {
      subject: ({ organization }) => `Invitation to join ${organization}`,
      shortSubject: 'You have been invited',
      title: ({ organization }) => `Join ${organization}`,
      invitedBy: ({ name, organization }) => `${name} has invited you to join ${organization}.`,
      invited: ({ organization }) => `You have been invited to join ${organization}.`,
      choosePassword: 'Accept the invitation and choose your password.',
      signIn: 'You already have an account: sign in as usual to accept the invitation.',
      button: 'Accept invitation',
      validity: 'The link is valid for 24 hours and works once.',
      why: ({ organization, address }) =>
        `This email was sent to ${address} because someone at ${organization} invited this address. If you did not expect it, you can ignore it.`,
    },
    reset: {
      subject: 'Choose a new password',
      text: 'A new password was requested for your account. If this was you, choose it now.',
      button: 'Set new password',
      validity: 'The link is valid for one hour and works once.',
      ignore: 'If this was not you, ignore this email: your password stays the same.',
      why: ({ address }) => `This email was sent to ${address} because you sign in with this address.`,
    },
  },
  'es-419': {
    invitation: {
      subject: ({ organization }) => `Invitación a ${organization}`,
      shortSubject: 'Recibiste una invitación',
      title: ({ organization }) => `Únete a ${organization}`,
      invitedBy: ({ name, organization }) => `${name} te invitó a formar parte de ${organization}.`,
      invited: ({ organization }) => `Te invitaron a formar parte de ${organization}.`,
      choosePassword: 'Acepta la invitación y elige tu contraseña.',
      signIn: 'Ya tienes una cuenta: inicia sesión como siempre para aceptar la invitación.',
      button: 'Aceptar invitación',
      validity: 'El enlace es válido por 24 horas y funciona una sola vez.',
      why: ({ organization, address }) =>
        `Este correo se envió a ${address} porque alguien de ${organization} invitó a esta dirección. Si no lo esperabas, puedes ignorarlo.`,
    },
    reset: {
      subject: 'Elige una nueva contraseña',
      text: 'Se solicitó una nueva contraseña para tu cuenta. Si fuiste tú, elígela ahora.',
      button: 'Crear contraseña',
      validity: 'El enlace es válido por una hora y funciona una sola vez.',
      ignore: 'Si no fuiste tú, ignora este correo: tu contraseña no cambiará.',
      why: ({ address }) => `Este correo se envió a ${address} porque inicias sesión con esta dirección.`,
    },
  },
  'fr-FR': {
    invitation: {
      subject: ({ organization }) => `Invitation à rejoindre ${organization}`,
      shortSubject: 'Vous avez reçu une invitation',
      title: ({ organization }) => `Rejoignez ${organization}`,
      invitedBy: ({ name, organization }) => `${name} vous invite à rejoindre ${organization}.`,
      invited: ({ organization }) => `Vous avez reçu une invitation à rejoindre ${organization}.`,
      choosePassword: 'Acceptez l’invitation et choisissez votre mot de passe.',
      signIn: 'Vous avez déjà un compte : connectez-vous comme d’habitude pour accepter l’invitation.',
      button: 'Accepter l’invitation',
      validity: 'Le lien est valable 24 heures et ne fonctionne qu’une fois.',
      why: ({ organization, address }) =>
        `Cet e-mail a été envoyé à ${address}, car une personne de ${organization} a invité cette adresse. Si vous ne l’attendiez pas, vous pouvez l’ignorer.`,
    },
    reset: {
      subject: 'Choisissez un nouveau mot de passe',
      text: 'Un nouveau mot de passe a été demandé pour votre compte. Si c’était vous, choisissez-le maintenant.',
      button: 'Définir le mot de passe',
      validity: 'Le lien est valable une heure et ne fonctionne qu’une fois.',
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
      why: ({ address }) => `Cet e-mail a été envoyé à ${address}, car vous vous connectez avec cette adresse.`,
    },
  },
  'ja-JP': {
    invitation: {
      subject: ({ organization }) => `${organization}への招待`,
      shortSubject: '招待が届いています',
      title: ({ organization }) => `${organization}に参加する`,
      invitedBy: ({ name, organization }) => `${name}さんから、${organization}への招待が届きました。`,
      invited: ({ organization }) => `${organization}への招待が届きました。`,
      choosePassword: '招待を承諾して、パスワードを設定してください。',
      signIn: 'すでにアカウントをお持ちです。いつものとおりログインして、招待を承諾してください。',
      button: '招待を承諾する',
      validity: 'リンクの有効期限は24時間で、1回のみ使用できます。',
      why: ({ organization, address }) =>
        `このメールは、${organization}の担当者がこのアドレスを招待したため、${address}宛にお送りしています。お心当たりがない場合は、破棄してください。`,
    },
    reset: {
      subject: '新しいパスワードの設定',
      text: 'お使いのアカウントについて、パスワードの再設定が申請されました。ご本人による申請の場合は、新しいパスワードを設定してください。',
      button: 'パスワードを設定する',
      validity: 'リンクの有効期限は1時間で、1回のみ使用できます。',
      ignore: 'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
      why: ({ address }) => `このメールは、ログインに使用されているアドレス（${address}）宛にお送りしています。`,
    },
  },
  'pt-BR': {
    invitation: {
      subject: ({ organization }) => `Convite para ${organization}`,
      shortSubject: 'Você recebeu um convite',
      title: ({ organization }) => `Faça parte de ${organization}`,
      invitedBy: ({ name, organization }) => `${name} convidou você para fazer parte de ${organization}.`,
      invited: ({ organization }) => `Você recebeu um convite para fazer parte de ${organization}.`,
      choosePassword: 'Aceite o convite e escolha sua senha.',
      signIn: 'Você já tem uma conta: entre como de costume para aceitar o convite.',
      button: 'Aceitar convite',
      validity: 'O link é válido por 24 horas e funciona uma única vez.',
      why: ({ organization, address }) =>
        `Este e-mail foi enviado para ${address} porque alguém de ${organization} convidou este endereço. Se você não o esperava, pode ignorá-lo.`,
    },
    reset: {
      subject: 'Escolha uma nova senha',
      text: 'Foi solicitada uma nova senha para sua conta. Se foi você, escolha-a agora.',
      button: 'Definir senha',
      validity: 'O link é válido por uma hora e funciona uma única vez.',
      ignore: 'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
      why: ({ address }) => `Este e-mail foi enviado para ${address} porque você entra com este endereço.`,
    },
  },
  'ru-RU': {
    invitation: {
      subject: ({ organization }) => `Приглашение: ${organization}`,
      shortSubject: 'Вас пригласили',
      title: ({ organization }) => `Приглашение в ${organization}`,
      invitedBy: ({ name, organization }) => `${name} приглашает вас присоединиться к команде: ${organization}.`,
      invited: ({ organization }) => `Вас приглашают присоединиться к команде: ${organization}.`,
      choosePassword: 'Примите приглашение и задайте пароль.',
      signIn: 'У вас уже есть учётная запись: войдите как обычно, чтобы принять приглашение.',
      button: 'Принять приглашение',
      validity: 'Ссылка действует 24 часа и срабатывает один раз.',
      why: ({ organization, address }) =>
        `Это письмо отправлено на ${address}, потому что этот адрес пригласил сотрудник организации ${organization}. Если вы его не ждали, просто не обращайте на него внимания.`,
    },
    reset: {
      subject: 'Задайте новый пароль',
      text: 'Для вашей учётной записи запрошен новый пароль. Если это были вы, задайте его сейчас.',
      button: 'Задать пароль',
      validity: 'Ссылка действует один час и срабатывает один раз.',
      ignore: 'Если это были не вы, не обращайте внимания на это письмо: пароль останется прежним.',
      why: ({ address }) => `Это письмо отправлено на ${address}, потому что с этим адресом вы входите в систему.`,
    },
  },
  'zh-CN': {
    invitation: {
      subject: ({ organization }) => spaced`邀请您加入${organization}`,
      shortSubject: '您收到一份邀请',
      title: ({ organization }) => spaced`加入${organization}`,
      invitedBy: ({ name, organization }) => spaced`${name}邀请您加入${organization}。`,
      invited: ({ organization }) => spaced`您收到了加入${organization}的邀请。`,
      choosePassword: '请接受邀请并设置您的密码。',
      signIn: '您已有账户：请照常登录，然后接受邀请。',
      button: '接受邀请',
      validity: '链接 24 小时内有效，且只能使用一次。',
      why: ({ organization, address }) =>
        spaced`此邮件发送至${address}，是因为${organization}的工作人员邀请了此邮箱。如果这不是您预期的邮件，请忽略。`,
    },
    reset: {
      subject: '设置新密码',
      text: '有人为您的账户申请了新密码。如果是您本人，请立即设置。',
      button: '立即设置密码',
      validity: '链接 1 小时内有效，且只能使用一次。',
      ignore: '如果不是您本人，请忽略此邮件，您的密码不会改变。',
      why: ({ address }) => spaced`此邮件发送至${address}，是因为您使用此邮箱登录。`,
    },
  },
  'zh-TW': {
    invitation: {
      subject: ({ organization }) => spaced`邀請您加入${organization}`,
      shortSubject: '您收到一份邀請',
      title: ({ organization }) => spaced`加入${organization}`,
      invitedBy: ({ name, organization }) => spaced`${name}邀請您加入${organization}。`,
      invited: ({ organization }) => spaced`您收到了加入${organization}的邀請。`,
      choosePassword: '請接受邀請並設定您的密碼。',
      signIn: '您已有帳戶：請照常登入，然後接受邀請。',
      button: '接受邀請',
      validity: '連結在 24 小時內有效，且只能使用一次。',
      why: ({ organization, address }) =>
        spaced`此郵件寄至${address}，是因為${organization}的人員邀請了此電子郵件地址。如果您未預期收到此郵件，請忽略。`,
    },
    reset: {
      subject: '設定新密碼',
      text: '有人為您的帳戶申請了新密碼。如果是您本人，請立即設定。',
      button: '立即設定密碼',
      validity: '連結在 1 小時內有效，且只能使用一次。',
      ignore: '如果不是您本人，請忽略此郵件，您的密碼不會變更。',
      why: ({ address }) => spaced`此郵件寄至${address}，是因為您使用此電子郵件地址登入。`,
    },
  },
}
