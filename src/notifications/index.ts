export { eventWrite } from './event-store.ts'
export { mailWrite } from './mail-store.ts'
