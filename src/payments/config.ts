// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, wholeNumber } from '../kernel/reading/text-readers.ts'

export const paymentSettings = converted(
  members({
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: withDefault(given(wholeNumber(1, 300)), 30),
  }),
  (variables) => ({
    /** How long a call to a processor may take; afterwards its outcome is unknown and is asked for. */
    processorCallMsMax: variables.QUITTANCE_PROCESSOR_TIMEOUT_SECONDS * 1000,
  }),
)
