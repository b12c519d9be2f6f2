import type { FollowUpEffects } from './attempts/carry-out.ts'
import { refunded } from './refunds/refunded.ts'
import { captured, reversedCharge } from './reviews/decision-effects.ts'

/** The effects of each capture, reversal and refund. */
export const followUpEffects: FollowUpEffects = { capture: captured, reverse: reversedCharge, refund: refunded }
