import { paymentActivity } from '../http/payment-activity.ts'
import { findLastDeclines, findOpenDisputes, findOpenReviews } from './attention-store.ts'
import { compareRecorded } from './compare-recorded.ts'
import { receivedAmounts } from './received-amount-store.ts'
import { RECEIVED_KINDS, sumReceived } from './received-store.ts'

/** For people who look after payments. */
export const paymentCare = {
  activity: paymentActivity,
  findOpenReviews,
  findOpenDisputes,
  findLastDeclines,
  sumReceived,
  receivedAmounts,
  compareRecorded,
  receivedKinds: RECEIVED_KINDS,
}
