import type { Mode } from '../kernel/mode.ts'
import type { Engine } from '../platform/engine/engine.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import type { PrintedPdfs } from '../platform/pdf/printed-pdfs.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { attemptJobs } from './attempts/jobs.ts'
import { processorJobs } from './configured-processors.ts'
import { externalPaymentRoutes } from './external/routes.ts'
import { followUpEffects } from './follow-up-effects.ts'
import { paymentHistoryRoutes } from './http/history-routes.ts'
import { receiptRoutes } from './http/receipt-routes.ts'
import { previewRoutes } from './page/preview-routes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { ptsRefundRoutes } from './refunds/pts-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { reviewDeskRoutes } from './review-desk/routes.ts'
import { reviewJobs } from './reviews/end-review.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { chargeRoutes } from './tokens/charge-routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { transactionLifeRoutes } from './transaction-life/routes.ts'
import { transactionListRoutes } from './transaction-list/routes.ts'

export { watchForLostCharges } from './attempts/jobs.ts'
export { countOverdueAttempts } from './attempts/overdue-attempt-store.ts'
export { CHALLENGE_COUNTER, EPISODE_FIGURES } from './card-testing/episode-figures.ts'
export { countEpisodes } from './card-testing/episode-store.ts'
export { startCardTestingWatch } from './card-testing/jobs.ts'
export { paymentCare } from './care/payment-care.ts'
export { addPaymentCommands } from './commands/payments.ts'
export { addReviewCommands } from './commands/reviews.ts'
export { configuredProcessors, processorPageRoutes } from './configured-processors.ts'
export { startDeclinePruning } from './declines/jobs.ts'
export { paymentsHolder } from './erasure/payments-holder.ts'
export { processorEventRoutes } from './events/routes.ts'
export { paymentErrors } from './http/error-shape.ts'
export { paymentMailComposers } from './mails/composers.ts'
export { receiptTexts } from './mails/payment-mail.ts'
export { ALERT_FIGURES } from './notices/alert-figures.ts'
export { countOpenAlerts } from './notices/alert-store.ts'
export { framedPageRoutes } from './page/framed-routes.ts'
export { pageErrors } from './page/page-errors.ts'
export { payPageRoutes } from './page/routes.ts'
export type { PageDeps } from './page/visit.ts'
export type { PaymentDeps } from './payment-deps.ts'
export { canAuthenticatePayers } from './port/processor.ts'
export { payerDataPruning } from './retention/jobs.ts'
export { paymentsSandboxData } from './sandbox-data.ts'
export { startSearchPruning } from './search/jobs.ts'

/** The routes about payments that merchants' programs use. */
export function paymentRoutes(
  deps: PaymentDeps & { readonly engine: Engine; readonly pdfs: PrintedPdfs; readonly mode: Mode },
): readonly RoutePlugin[] {
  return [
    paymentHistoryRoutes(deps),
    receiptRoutes(deps),
    externalPaymentRoutes(deps),
    refundRoutes(deps, followUpEffects),
    ptsRefundRoutes(deps, followUpEffects),
    reviewRoutes(deps, followUpEffects),
    reviewDeskRoutes(deps),
    tokenRoutes(deps),
    chargeRoutes(deps),
    searchRoutes(deps),
    transactionListRoutes(deps),
    transactionLifeRoutes(deps),
    previewRoutes(deps),
  ]
}

export function paymentJobs(deps: PaymentDeps): JobHandlers {
  return { ...attemptJobs(deps, followUpEffects), ...reviewJobs(deps), ...processorJobs(deps) }
}
