/** The other invoices of the merchant in the pictures: customer, what for, dollars, days until due, and what became of it. */
type Fate = 'draft' | 'open' | 'paid' | 'partly paid' | 'canceled'

const INVOICES: readonly (readonly [string, string, number, number, Fate])[] = [
  ['Harbor Bakery', 'Espresso blend, April', 1_284, -34, 'open'],
  ['Nguyễn & Partners', 'Office coffee, first quarter', 642.5, -12, 'paid'],
  ['Maria Gonzalez', 'Barista training', 440, -6, 'open'],
  ['Linden School', 'Grinder repair', 189.9, 3, 'paid'],
  ['Studio Åkerlund', 'Coffee for two events', 318.75, 5, 'open'],
  ['Riverside Hotels', 'Machine lease, May', 2_150, 9, 'partly paid'],
  ['Oak Street Clinic', 'Water filters', 209, 11, 'open'],
  ['Café Bar Downtown', 'Cups and saucers', 576, 14, 'canceled'],
  ['Jonas Weber', 'Home espresso course', 95, 14, 'paid'],
  ['Aoife Byrne', 'Wedding, 80 guests', 1_960, 21, 'open'],
  ['Green Line Cycling', 'Filter roast, monthly', 126, 28, 'open'],
  ['Tallgrass Theatre', 'Bar supplies for the season', 3_482.4, 30, 'draft'],
]

export type DemoInvoice = { readonly fate: Fate; readonly total: number; readonly body: object }

export function demoInvoices(today: string): readonly DemoInvoice[] {
  return INVOICES.map(([name, description, total, days, fate]) => {
    const dueDate = new Date(Date.parse(today) + days * 864e5).toISOString().slice(0, 10)
    const email = `${name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '.')}@example.com`
    return {
      ...{ fate, total },
      body: {
        customerInformation: { name, email },
        invoiceInformation: {
          description,
          dueDate,
          deliveryMode: 'email',
          sendImmediately: fate !== 'draft',
          allowPartialPayments: true,
        },
        orderInformation: {
          amountDetails: { totalAmount: total.toFixed(2), currency: 'USD' },
          lineItems: [
            {
              productSku: '1',
              productName: description,
              quantity: 1,
              unitPrice: total.toFixed(2),
              totalAmount: total.toFixed(2),
            },
          ],
        },
      },
    }
  })
}
