// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, wholeNumber } from '../kernel/reading/text-readers.ts'

export const reportingSettings = converted(
  members({
    QUITTANCE_AGING_DAYS: withDefault(given(wholeNumber(1, 3_650)), 180),
    QUITTANCE_REPORT_RETENTION_MONTHS: withDefault(given(wholeNumber(1, 240)), 16),
    QUITTANCE_SUBSCRIPTIONS_MAX: withDefault(given(wholeNumber(1, 1_000_000)), 20),
    QUITTANCE_MISSED_PERIODS_MAX: withDefault(given(wholeNumber(1, 10_000)), 400),
  }),
  (variables) => ({
    /** How many days back the aging report looks for payments that were not funded. */
    agingLookBackDays: variables.QUITTANCE_AGING_DAYS,
    /** How long finished reports are kept. */
    reportRetentionMonths: variables.QUITTANCE_REPORT_RETENTION_MONTHS,
    /** Maximum number of report subscriptions per organization. */
    subscriptionsMax: variables.QUITTANCE_SUBSCRIPTIONS_MAX,
    /** Maximum number of missed periods of a subscription that are caught up after an outage. */
    missedPeriodsMax: variables.QUITTANCE_MISSED_PERIODS_MAX,
  }),
)
