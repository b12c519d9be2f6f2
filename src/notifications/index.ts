import { holdNotifications } from './deliveries/hold-notifications-store.ts'
import { holdMails } from './mail/hold-mails-store.ts'
import { resumeMails } from './mail/jobs.ts'
import { startMails } from './mail/start-mails.ts'

export { addMailCommands } from './commands/mails.ts'
export { addWebhookCommands } from './commands/webhooks.ts'
export { deliveryFigures } from './deliveries/delivery-figures.ts'
export { startDeliveries } from './deliveries/start-deliveries.ts'
export {
  countNotifications,
  eraseNotifications,
  type NotifiedSubject,
  notificationsAbout,
} from './erasure/erasure-store.ts'
export { notificationHolders } from './erasure/notifications-holder.ts'
export { eventWrite } from './events/event-store.ts'
export { DUE_MESSAGES, notificationJobs } from './jobs.ts'
export { keptMails } from './kept-mails/kept-mail-store.ts'
export { isRefusedAtOnce } from './mail/await-hand-over.ts'
export type { OpenMails } from './mail/listed-mail-store.ts'
export type { DeliveryDeps } from './mail/mail-dispatcher.ts'
export { mailFigures } from './mail/mail-figures.ts'
export { openMailServer } from './mail/mail-server.ts'
export { findMailTimes, findWaitingMails, mailWrite } from './mail/outbox-store.ts'
export { type RefusedAddress, refusedAddresses } from './mail/refused-address-store.ts'
export { notificationPruning } from './retention/jobs.ts'
export { notificationRoutes } from './routes.ts'
export { notificationsSandboxData } from './sandbox-data.ts'
export { senderOf } from './senders/mail-sender.ts'
export { subjectLog } from './subject-log/subject-log-store.ts'

/** Sending mails: `resume` takes up those that were parked, `start` sends. */
export const mailWork = { resume: resumeMails, start: startMails }

/** Keeps messages that are not sent yet for a person to decide on. */
export const openMessages = { holdMails, holdNotifications }
