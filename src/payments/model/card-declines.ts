// pure
import type { DeclineReason } from '../port/port.ts'

/** A call that never reached the processor, or came to nothing there, says nothing about the card. */
export const NOT_THE_CARD: ReadonlySet<DeclineReason> = new Set(['notProcessed', 'authorizationExpired'])
