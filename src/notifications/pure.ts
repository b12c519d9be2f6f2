// pure
export { type EventPresenter, type EventPresenters, presentFacts, type StoredEvent } from './events/present-event.ts'
export type { ComposedMail, MailAttachment, MailComposer, MailComposers } from './mail/composed-mail.ts'
export type { Mail, MailKind, OutboxMail } from './mail/mail.ts'
export { fittingSubject } from './mail-kit/fitting-subject.ts'
export type { MailAction, MailContent, MailLogo, MailSection } from './mail-kit/mail-content.ts'
export { MAIL_WORDS } from './mail-kit/mail-words.ts'
export { renderMail } from './mail-kit/render-mail.ts'
export { domainOf, harmlessName } from './senders/sender-name.ts'
