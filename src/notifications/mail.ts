// pure
/** A mail to be handed over; its text is made from its subject when that happens. */
export type Mail = {
  readonly organizationId: string
  /** Which mail it is. */
  readonly kind: 'invoice' | 'report'
  /** What it is about, as `invoice:1042`. */
  readonly subject: string
  readonly recipient: { readonly name: string | undefined; readonly address: string }
  readonly payload: Readonly<Record<string, unknown>>
  readonly createdAt: Temporal.Instant
}
