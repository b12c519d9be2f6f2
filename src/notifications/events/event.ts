// pure
/** A fact that others can be notified of. */
export type Event = {
  readonly organizationId: string
  /** As webhooks name it: `invoicing.customer.invoice.send`. */
  readonly type: string
  /** By the product's clock. */
  readonly occurredAt: Temporal.Instant
  /** The affected object, such as `invoice:1042`. */
  readonly subject: string
  /** The facts as they were at that moment; amounts as decimal strings. */
  readonly payload: Readonly<Record<string, unknown>>
}
