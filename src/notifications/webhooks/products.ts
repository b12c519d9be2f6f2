// pure
/** An event that webhooks can subscribe to. */
type EventType = { readonly eventName: string; readonly displayName: string }

/** Part of the service whose events can be subscribed to. */
export type Product = {
  readonly productId: ProductId
  readonly productName: string
  readonly eventTypes: readonly EventType[]
}

export const PRODUCT_IDS = ['customerInvoicing', 'payments', 'reporting'] as const
export type ProductId = (typeof PRODUCT_IDS)[number]

export const PRODUCTS: readonly Product[] = [
  {
    productId: 'customerInvoicing',
    productName: 'Customer Invoicing',
    eventTypes: [
      { eventName: 'invoicing.customer.invoice.send', displayName: 'Invoice sent' },
      { eventName: 'invoicing.customer.invoice.paid', displayName: 'Invoice paid' },
      { eventName: 'invoicing.customer.invoice.partial-payment', displayName: 'Invoice partially paid' },
      { eventName: 'invoicing.customer.invoice.partial-resend', displayName: 'Partially paid invoice sent again' },
      { eventName: 'invoicing.customer.invoice.reminder', displayName: 'Reminder before the due date' },
      { eventName: 'invoicing.customer.invoice.overdue-reminder', displayName: 'Reminder after the due date' },
      { eventName: 'invoicing.customer.invoice.cancel', displayName: 'Invoice canceled' },
    ],
  },
  {
    productId: 'payments',
    productName: 'Payments',
    eventTypes: [
      { eventName: 'payments.approved', displayName: 'Payment approved' },
      { eventName: 'payments.declined', displayName: 'Payment declined' },
      { eventName: 'payments.review', displayName: 'Payment under review' },
      { eventName: 'payments.refunded', displayName: 'Payment refunded' },
      { eventName: 'payments.refund-failed', displayName: 'Refund failed after it had been approved' },
      { eventName: 'payments.reversed', displayName: 'Payment reversed' },
      { eventName: 'payments.returned', displayName: 'Bank debit returned' },
      { eventName: 'payments.disputed', displayName: 'Payment disputed' },
      { eventName: 'payments.dispute-won', displayName: 'Dispute won' },
      { eventName: 'payments.dispute-lost', displayName: 'Dispute lost' },
    ],
  },
  {
    productId: 'reporting',
    productName: 'Reporting',
    eventTypes: [
      { eventName: 'reporting.report.completed', displayName: 'Report completed' },
      { eventName: 'reporting.report.no-data', displayName: 'Report without data' },
      { eventName: 'reporting.report.failed', displayName: 'Report failed' },
    ],
  },
]

const PRODUCT_OF_EVENT: ReadonlyMap<string, ProductId> = new Map(
  PRODUCTS.flatMap(({ productId, eventTypes }) => eventTypes.map(({ eventName }) => [eventName, productId] as const)),
)

/** The product that the event belongs to; undefined if no webhook can subscribe to it. */
export function productOf(eventType: string): ProductId | undefined {
  return PRODUCT_OF_EVENT.get(eventType)
}
