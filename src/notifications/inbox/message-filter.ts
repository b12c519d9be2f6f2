// pure
import { optional } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { MAIL_KINDS } from '../mail/mail.ts'

const TEXT_LENGTH_MAX = 320

/** The readers of the parameters that restrict a list of messages. */
export const FILTER_READERS = {
  to: optional(given(plainText(TEXT_LENGTH_MAX))),
  kind: optional(given(oneOf(MAIL_KINDS))),
  invoiceId: optional(given(plainText(TEXT_LENGTH_MAX))),
}

const INVOICE = 'invoice:'

/** The invoice that a message is about; undefined if it is about something else. */
export function invoiceIdOf(about: string): string | undefined {
  return about.startsWith(INVOICE) ? about.slice(INVOICE.length) : undefined
}
