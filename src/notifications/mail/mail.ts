// pure
export const MAIL_KINDS = [
  'invoice',
  'resend',
  'reminder',
  'overdue-reminder',
  'receipt',
  'partial-receipt',
  'review',
  'refund',
  'merchant-notification',
  'card-testing',
  'cancellation',
  'report',
  'invitation',
  'password-reset',
  'security-notice',
  'test',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * Mails about invoices, which staff of the merchant may read later. Any other kind, such as a mail with a link that signs
 * a person in, is not kept.
 */
const KEPT_KINDS: ReadonlySet<MailKind> = new Set([
  'invoice',
  'resend',
  'reminder',
  'overdue-reminder',
  'receipt',
  'partial-receipt',
  'review',
  'refund',
  'merchant-notification',
  'cancellation',
])

export function isKeptKind(kind: MailKind): boolean {
  return KEPT_KINDS.has(kind)
}

/** Part of the payload of a mail that a merchant repeats; it counts as a repetition, whatever its kind is. */
export const REQUESTED = { isRequested: true } as const

/** A mail to be sent; its text is made from its subject at that time. */
export type Mail = {
  /** `INSTALLATION` for a mail about the account of a person. */
  readonly organizationId: string
  readonly kind: MailKind
  /** The object that it is about, such as `invoice:1042`. */
  readonly subject: string
  /** The cause, unique in the organization: one cause has one mail. */
  readonly cause: string
  readonly recipient: { readonly name: string | undefined; readonly address: string }
  readonly payload: Readonly<Record<string, unknown>>
  /** By the product's clock. */
  readonly createdAt: Temporal.Instant
}

/** A row of the outbox as a composer sees it. */
export type OutboxMail = Mail & { readonly mailId: string }
