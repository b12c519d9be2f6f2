// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, wholeNumber } from '../kernel/reading/text-readers.ts'

export const recordSettings = converted(
  members({ QUITTANCE_RETENTION_MONTHS: withDefault(given(wholeNumber(1, 240)), 16) }),
  (variables) => ({
    /** The retention of organizations without a setting. */
    retentionMonths: variables.QUITTANCE_RETENTION_MONTHS,
  }),
)
