// pure
import type { Language } from '../../kernel/language.ts'
import { spaced } from '../../kernel/wording/spaced.ts'

type Seller = { readonly seller: string }

/** The words of all kinds of mails. */
export type MailWords = {
  readonly messageFrom: (who: Seller) => string
  /** A reply goes to the merchant. */
  readonly questions: (who: Seller) => string
}

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = {
  'de-DE': {
    messageFrom: ({ seller }) => `Nachricht von ${seller}`,
    questions: ({ seller }) => `Fragen? Antworten Sie einfach auf diese E-Mail; Ihre Antwort geht direkt an ${seller}.`,
  },
  'en-US': {
    messageFrom: ({ seller }) => `Message from ${seller}`,
    questions: ({ seller }) => `Questions? Reply to this email to reach ${seller}.`,
  },
  'es-419': {
    messageFrom: ({ seller }) => `Mensaje de ${seller}`,
    questions: ({ seller }) => `¿Tienes preguntas? Responde a este correo para comunicarte con ${seller}.`,
  },
  'fr-FR': {
    messageFrom: ({ seller }) => `${seller} vous écrit`,
    questions: ({ seller }) => `Des questions ? Répondez à cet e-mail pour joindre ${seller}.`,
  },
  'ja-JP': {
    messageFrom: ({ seller }) => `${seller}からのメッセージ`,
    questions: ({ seller }) => `ご不明な点がございましたら、このメールにご返信ください。${seller}に届きます。`,
  },
  'pt-BR': {
    messageFrom: ({ seller }) => `Mensagem de ${seller}`,
    questions: ({ seller }) => `Dúvidas? Responda a este e-mail para falar com ${seller}.`,
  },
  'ru-RU': {
    messageFrom: ({ seller }) => `Сообщение от продавца (${seller})`,
    questions: ({ seller }) => `Есть вопросы? Ответьте на это письмо: ваш ответ получит продавец (${seller}).`,
  },
  'zh-CN': {
    messageFrom: ({ seller }) => spaced`${seller}的留言`,
    questions: ({ seller }) => spaced`有疑问？直接回复此邮件即可联系${seller}。`,
  },
  'zh-TW': {
    messageFrom: ({ seller }) => spaced`${seller}的留言`,
    questions: ({ seller }) => spaced`有問題嗎？直接回覆此郵件即可聯絡${seller}。`,
  },
}
