export { countNotifications, eraseNotifications, type NotifiedSubject, notificationsAbout } from './erasure-store.ts'
export { eventWrite } from './event-store.ts'
export { mailWrite } from './mail-store.ts'
export { notificationsHolder } from './notifications-holder.ts'
