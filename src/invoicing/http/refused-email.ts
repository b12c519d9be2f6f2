import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { RefusedAddress } from '../../notifications/index.ts'
import type { Warning } from './unknown-fields.ts'

/** The warning about an address that gets no mail; `until` says what makes the service try it again. */
export function refusedEmailWarning(field: string, { reason, refusedAt }: RefusedAddress, until: string): Warning {
  const refused = `The mail server refused this address for good on ${writtenInstant(refusedAt)}`
  return { field, reason: 'EMAIL_REFUSED', message: `${refused}. It is not tried again ${until}: ${reason}` }
}
