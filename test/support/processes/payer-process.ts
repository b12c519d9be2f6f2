import { writeSync } from 'node:fs'
import { pay } from '../../../src/payments/attempts/pay.ts'
import type { Source } from '../../../src/payments/port/port.ts'
import { oneProcessor, type Processor } from '../../../src/payments/port/processor.ts'
import { sandboxProcessor } from '../../../src/payments/processors/sandbox/sandbox-processor.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { Database } from '../../../src/platform/postgres/database.ts'
import { CARD_TESTING } from '../data/card-testing.ts'
import { usd } from '../data/invoices.ts'
import { testSecrets } from '../data/organizations.ts'
import { everySource } from '../data/payment-sources.ts'

/**
 * Pays invoices as the payment page does, with the product's own code and log:
 * `node payer-process.ts <url> <organization> <how> <marker> <invoice>…`. Card data is not among the arguments.
 * `pay` pays one invoice from each source; `hang` waits for a reply that never comes, to be killed; `crash` ends by an
 * uncaught error in the middle of a call.
 */

const [url = '', organizationId = '', how = '', marker = '', ...invoices] = process.argv.slice(2)
const STDOUT = 1
const baseUrl = 'https://pay.example.com'
const log = createLogger({ level: 'trace', destination: process.stderr })
const database = new Database(url, log)
const sandbox = sandboxProcessor({ database, secrets: testSecrets, clock: systemClock, baseUrl })

/** Says that the call has begun; in the middle of it the process may end. */
const processor: Processor = {
  ...sandbox,
  authorize: async (call, signal) => {
    log.trace({ attemptId: call.key, marker }, 'a processor is called')
    writeSync(STDOUT, `calling ${call.key}\n`)
    if (how === 'crash') {
      setImmediate(() => {
        throw new Error(`${marker}: ${call.source.method} call of ${call.key}`)
      })
    }
    return sandbox.authorize(call, signal)
  },
}
const deps = {
  ...{ database, secrets: testSecrets, clock: systemClock, machineClock: systemClock, log },
  processors: oneProcessor(processor, sandbox.name),
  config: { baseUrl, processorCallMsMax: how === 'pay' ? 1_000 : 600_000, cardTesting: CARD_TESTING },
}

async function payOne(invoiceNumber: string, amount: string, source: Source): Promise<void> {
  const { status } = await pay(
    deps,
    { organizationId, by: { kind: 'payer' } },
    {
      ...{ invoiceNumber, amount: usd(amount), requestKey: `form of ${invoiceNumber}`, source, returnUrl: baseUrl },
      payer: {
        email: `${marker}@example.com`,
        consent: { at: '2026-03-09T10:00:00Z', wording: 'Store my account.', language: 'en', customer: {} },
      },
      ...{ canReview: true, isAuthenticated: true },
    },
  )
  process.stdout.write(`${status}\n`)
}

const sources = everySource()
const [byAmount] = sources.filter(({ method }) => method === 'applePay')
for (const [index, invoice] of invoices.entries()) {
  // 4000 is charged without an answer, 4003 breaks the connection.
  const source = sources[index] ?? byAmount
  if (source !== undefined) await payOne(invoice, how === 'pay' && index < sources.length ? '10.00' : '4000.00', source)
}
await database.close()
