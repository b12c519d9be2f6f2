// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, isTrue, wholeNumber } from '../kernel/reading/text-readers.ts'

export const notificationSettings = converted(
  members({
    QUITTANCE_MAILS_PER_HOUR: withDefault(given(wholeNumber(1, 1_000_000)), 1_000),
    QUITTANCE_MAIL_RETENTION_DAYS: withDefault(given(wholeNumber(1, 3_650)), 90),
    QUITTANCE_WEBHOOK_KEY_REQUIRED: withDefault(given(isTrue), true),
    QUITTANCE_WEBHOOK_RETENTION_DAYS: withDefault(given(wholeNumber(1, 3_650)), 90),
  }),
  (variables) => ({
    /** Mails of an organization that the mail server gets within an hour, unless it has a rate of its own. */
    mailsPerHour: variables.QUITTANCE_MAILS_PER_HOUR,
    /** How long mails that were sent, refused or given up are kept, and messages in the inbox of a sandbox. */
    mailRetentionDays: variables.QUITTANCE_MAIL_RETENTION_DAYS,
    /** Whether an organization needs a signing key before it can create a webhook. */
    isSigningKeyRequired: variables.QUITTANCE_WEBHOOK_KEY_REQUIRED,
    /** How long finished deliveries to webhooks are kept, with their requests and responses. */
    webhookRetentionDays: variables.QUITTANCE_WEBHOOK_RETENTION_DAYS,
  }),
)
