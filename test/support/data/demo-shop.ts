/** The merchant and the invoice of the pictures in README and docs. */

/** Drawn by the browser of the pictures, which has the fonts of this repository. */
export const DEMO_LOGO = `<style>body{margin:0;background:#fff}</style>
<svg width="320" height="96" viewBox="0 0 320 96" xmlns="http://www.w3.org/2000/svg">
<g fill="none" stroke="#0B5D3B" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
<path d="M22 38h42v18a18 18 0 0 1-18 18h-6a18 18 0 0 1-18-18z"/><path d="M64 42h6a9 9 0 0 1 0 18h-7"/>
<path d="M36 18c-5 5 5 7 0 12M50 18c-5 5 5 7 0 12"/></g>
<text x="100" y="62" fill="#0B5D3B" font-family="Noto Sans" font-weight="600" font-size="44">Café Bar</text>
</svg>`

export const DEMO_SETTINGS = {
  contact: [
    ...['--contact-name', 'Café Bar', '--contact-email', 'hello@cafebar.example', '--contact-phone', '+1 555 0100'],
    ...['--contact-address1', '12 Market Street', '--contact-locality', 'Portland'],
    ...['--contact-administrative-area', 'OR', '--contact-postal-code', '97201', '--contact-country', 'US'],
  ],
  settings: {
    merchantDisplayName: 'Café Bar',
    headerStyle: { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' },
    payerAuthenticationInInvoicing: 'enable',
  },
} as const

/** Name, quantity and price in cents. */
const LINES = [
  ['Espresso blend, whole bean, 5 kg', 4, 9_600],
  ['Filter roast Ethiopia Guji, 1 kg', 12, 3_150],
  ['Oat drink for baristas, case of 12', 6, 3_840],
  ['Machine service with new gaskets and shower screens', 2, 14_500],
  ['Grinder burrs, 83 mm', 1, 18_900],
  ['Cups, 180 ml, set of 24', 3, 7_400],
  ['Water filter cartridge', 4, 5_225],
  ['Barista training, half a day', 2, 22_000],
  ['Cleaning tablets, 100 pieces', 5, 1_890],
] as const

const dollars = (minor: number): string => (minor / 100).toFixed(2)
const SUBTOTAL = LINES.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
const TAX = Math.round((SUBTOTAL * 85) / 1000)
const FREIGHT = 2_450

export const DEMO_INVOICE = {
  customerInformation: {
    name: 'Tanya Lee',
    email: 'tanya.lee@example.com',
    company: { name: 'Riverside Hotels' },
  },
  invoiceInformation: {
    description: 'Supplies and service in the second quarter',
    dueDate: '2027-07-11',
    deliveryMode: 'email',
    sendImmediately: true,
    allowPartialPayments: true,
  },
  orderInformation: {
    amountDetails: {
      totalAmount: dollars(SUBTOTAL + TAX + FREIGHT),
      currency: 'USD',
      taxDetails: { type: 'Sales tax', amount: dollars(TAX), rate: '8.5' },
      freight: { amount: dollars(FREIGHT) },
    },
    lineItems: LINES.map(([productName, quantity, price], index) => ({
      productSku: `CB-${100 + index}`,
      productName,
      quantity,
      unitPrice: dollars(price),
      totalAmount: dollars(quantity * price),
    })),
  },
}
