// pure
/** Lengths in characters of what payers enter; the fields of reports are as long. */
export const PAYER_LENGTH_MAX = {
  name: 100,
  company: 255,
  line: 255,
  city: 100,
  state: 50,
  zip: 20,
  answer: 255,
} as const

const PHONE = /^\+?[\d ()./-]+$/
/** International numbers have at most 15 digits. */
const PHONE_DIGITS = { min: 4, max: 15 }

/** The number as it is kept, full-width digits made narrow; undefined if it is not a phone number. */
export function phoneNumber(text: string): string | undefined {
  const number = text.normalize('NFKC').trim()
  const digits = number.replace(/\D/g, '').length
  const isNumber = PHONE.test(number) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max
  return isNumber ? number : undefined
}
