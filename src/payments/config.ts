// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, type Parse, wholeNumber } from '../kernel/reading/text-readers.ts'
import { METHODS, type Method } from './port/port.ts'

const hostedMethods: Parse<readonly Method[]> = (list) => {
  const names = list.split(',').map((name) => name.trim())
  const known = METHODS.filter((method) => names.includes(method))
  return known.length === names.length
    ? { value: known }
    : { sentence: `must list methods, separated by commas: ${METHODS.join(', ')}` }
}

export const paymentSettings = converted(
  members({
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: withDefault(given(wholeNumber(1, 300)), 30),
    QUITTANCE_PAYER_RETENTION_DAYS: withDefault(given(wholeNumber(1, 3_650)), 90),
    QUITTANCE_PAGE_RATE_LIMIT: withDefault(given(wholeNumber(0, 1_000_000)), 300),
    QUITTANCE_CARD_TESTING_DECLINES: withDefault(given(wholeNumber(0, 10_000)), 20),
    QUITTANCE_CARD_TESTING_PERCENT: withDefault(given(wholeNumber(1, 100)), 33),
    QUITTANCE_CARD_TESTING_MINUTES: withDefault(given(wholeNumber(1, 1_440)), 10),
    QUITTANCE_SANDBOX_HOSTED_METHODS: withDefault(given(hostedMethods), []),
  }),
  (variables) => ({
    /** How long a call to a processor may take; afterwards its outcome is unknown and is asked for. */
    processorCallMsMax: variables.QUITTANCE_PROCESSOR_TIMEOUT_SECONDS * 1000,
    /** How long what payers entered is kept for attempts that led to no payment. */
    payerRetentionDays: variables.QUITTANCE_PAYER_RETENTION_DAYS,
    /** Requests per minute that one address may send to payment pages; 0 means no limit. */
    pageRequestsPerMinute: variables.QUITTANCE_PAGE_RATE_LIMIT,
    /** When a merchant is under attack by somebody who tests stolen cards. */
    cardTesting: {
      declinesMin: variables.QUITTANCE_CARD_TESTING_DECLINES,
      percentMin: variables.QUITTANCE_CARD_TESTING_PERCENT,
      windowMinutes: variables.QUITTANCE_CARD_TESTING_MINUTES,
    },
    /** Methods that a sandbox's processor takes on its own page. */
    sandboxHostedMethods: variables.QUITTANCE_SANDBOX_HOSTED_METHODS,
  }),
)
