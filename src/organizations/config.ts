// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, isTrue, wholeNumber } from '../kernel/reading/text-readers.ts'

/** How signed requests are checked. */
export const organizationSettings = converted(
  members({
    QUITTANCE_CLOCK_TOLERANCE_SECONDS: withDefault(given(wholeNumber(1, 3_600)), 300),
    QUITTANCE_FAILED_AUTHENTICATION_LIMIT: withDefault(given(wholeNumber(0, 1_000_000)), 60),
    QUITTANCE_REFUSE_REPLAYS: withDefault(given(isTrue), false),
  }),
  (variables) => ({
    /** How far the date of a signed request may lie from the machine's time. */
    clockToleranceSeconds: variables.QUITTANCE_CLOCK_TOLERANCE_SECONDS,
    /** Failed authentications per minute and network that are answered with 401 and logged; 0 means no limit. */
    failedAuthenticationsPerMinute: variables.QUITTANCE_FAILED_AUTHENTICATION_LIMIT,
    /** Whether a signed request passes only once. */
    isReplayRefused: variables.QUITTANCE_REFUSE_REPLAYS,
  }),
)
