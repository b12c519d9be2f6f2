// pure
import type { Mode } from '../kernel/mode.ts'

type Input = { readonly mode: Mode; readonly baseUrl: string }

/** The beginning of the API reference: from a key to a paid invoice. The README has the same commands, and a test runs them. */
export function introduction({ mode, baseUrl }: Input): string {
  return mode === 'sandbox' ? sandboxIntroduction(baseUrl) : liveIntroduction(baseUrl)
}

const PRODUCT = 'Invoices, payments and payment reports.'

const AUTHENTICATION = `## Authentication

Programs sign requests with a shared secret (HTTP Signature) or send signed tokens (JWT). A bearer key is the easiest for
people with curl. Every POST and PUT accepts an \`Idempotency-Key\`.
`

function sandboxIntroduction(baseUrl: string): string {
  return `${PRODUCT} This is a sandbox: no money moves.

## The first call

The first start wrote keys to \`sandbox-credentials.json\` in the data folder. In the folder where the service was started:

\`\`\`sh
KEY=$(node -p "require('./data/sandbox-credentials.json').merchant.bearer.key")
${createInvoice(baseUrl)}
\`\`\`

1. The response has the invoice's number, its status and a \`paymentLink\`.
2. Open the link in a browser, and pay with the test card 4242 4242 4242 4242, any future date and any security code.
3. Read the customer's mails, the invoice and the receipt, in the [inbox](${baseUrl}/sandbox/inbox). Sign in with the same key.

${AUTHENTICATION}`
}

function liveIntroduction(baseUrl: string): string {
  return `${PRODUCT}

## The first call

The operator creates a key with \`quittance keys create <organization> --type bearer\`. With it in \`KEY\`:

\`\`\`sh
${createInvoice(baseUrl)}
\`\`\`

The response has the invoice's number, its status and a \`paymentLink\`, where the customer pays.

${AUTHENTICATION}`
}

function createInvoice(baseUrl: string): string {
  return `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{
    "customerInformation": {"name": "Tanya Lee", "email": "tanya.lee@example.com"},
    "invoiceInformation": {"description": "A year of service", "dueDate": "2027-07-11",
      "deliveryMode": "email", "sendImmediately": true},
    "orderInformation": {"amountDetails": {"totalAmount": "250.05", "currency": "USD"}}
  }' ${baseUrl}/invoicing/v2/invoices`
}
