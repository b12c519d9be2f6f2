// pure
export type { MailContent, MailLogo, MailSection } from './mail-kit/mail-content.ts'
export { MAIL_WORDS } from './mail-kit/mail-words.ts'
export { oneLine } from './mail-kit/one-line.ts'
export { renderMail } from './mail-kit/render-mail.ts'
