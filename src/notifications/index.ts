export { eventWrite } from './event-store.ts'
export { mailWrite } from './mail-store.ts'
export { heldOf, notificationsHolder } from './notifications-holder.ts'
export { countTold, eraseTold, type ToldSubject, toldOf } from './personal-data-store.ts'
