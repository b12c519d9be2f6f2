// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, isTrue, oneOf } from '../kernel/reading/text-readers.ts'

export const invoicingSettings = converted(
  members({
    QUITTANCE_VALIDATION: withDefault(given(oneOf(['strict', 'lenient'])), 'strict'),
    QUITTANCE_SUSPEND_ON_VIOLATION: withDefault(given(isTrue), false),
    QUITTANCE_MAIL_PDF: withDefault(given(isTrue), true),
  }),
  (variables) => ({
    validation: variables.QUITTANCE_VALIDATION,
    /** Whether an organization is suspended when it sends personal data in a field that must not contain any. */
    isSuspendedOnViolation: variables.QUITTANCE_SUSPEND_ON_VIOLATION,
    /** Whether mails have the invoice or the receipt attached. */
    hasMailPdfs: variables.QUITTANCE_MAIL_PDF,
  }),
)
