// pure
import { members, optional, type Reader, refused, required, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'

export type SigningKeyInput = {
  readonly clientRequestAction: 'CREATE'
  readonly keyInformation: {
    /** Repeated in the response. */
    readonly tenant: string | undefined
    readonly provider: string
    readonly keyType: 'sharedSecret'
    readonly expiryDuration: number
  }
}

const DAYS_MAX = 3_650
const USUAL_DAYS = 365

/** A number of days; clients send it as a string. */
const days: Reader<number> = (raw, field) => {
  const value = typeof raw === 'string' && /^\d{1,5}$/.test(raw.trim()) ? Number(raw) : raw
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= DAYS_MAX
    ? { value: value as number }
    : refused(field, `must be a whole number of days from 1 to ${DAYS_MAX}`)
}

/** Reads the request for a new signing key. Credentials for OAuth cannot be stored. */
export const readSigningKey: Reader<SigningKeyInput> = members({
  clientRequestAction: required(
    given((text) =>
      text.trim().toUpperCase() === 'CREATE'
        ? { value: 'CREATE' as const }
        : { sentence: 'must be CREATE: keys are made here; storing OAuth credentials is not supported' },
    ),
  ),
  keyInformation: required(
    members({
      provider: withDefault(given(oneOf(['NRTD'])), 'NRTD'),
      tenant: optional(given(plainText(255))),
      keyType: withDefault(given(oneOf(['sharedSecret'])), 'sharedSecret'),
      expiryDuration: withDefault(days, USUAL_DAYS),
    }),
  ),
})
