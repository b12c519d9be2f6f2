// pure
/** A mail to be sent; its text is made from its subject at that time. */
export type Mail = {
  readonly organizationId: string
  readonly kind: 'invoice' | 'report'
  /** What it is about, such as `invoice:1042`. */
  readonly subject: string
  readonly recipient: { readonly name: string | undefined; readonly address: string }
  readonly payload: Readonly<Record<string, unknown>>
  readonly createdAt: Temporal.Instant
}
