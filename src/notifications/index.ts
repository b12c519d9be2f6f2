export type { Event } from './domain/event.ts'
export type { Mail } from './domain/mail.ts'
export { eventWrite } from './event-store.ts'
export { mailWrite } from './mail-store.ts'
