// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, wholeNumber } from '../kernel/reading/text-readers.ts'

export const paymentSettings = converted(
  members({
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: withDefault(given(wholeNumber(1, 300)), 30),
    QUITTANCE_PAYER_RETENTION_DAYS: withDefault(given(wholeNumber(1, 3_650)), 90),
    QUITTANCE_PAGE_RATE_LIMIT: withDefault(given(wholeNumber(0, 1_000_000)), 300),
  }),
  (variables) => ({
    /** How long a call to a processor may take; afterwards its outcome is unknown and is asked for. */
    processorCallMsMax: variables.QUITTANCE_PROCESSOR_TIMEOUT_SECONDS * 1000,
    /** How long what payers entered is kept for attempts that led to no payment. */
    payerRetentionDays: variables.QUITTANCE_PAYER_RETENTION_DAYS,
    /** Requests per minute that one address may send to payment pages; 0 means no limit. */
    pageRequestsPerMinute: variables.QUITTANCE_PAGE_RATE_LIMIT,
  }),
)
