import { startDeliveries } from '../../src/notifications/deliveries/start-deliveries.ts'
import { presentFacts } from '../../src/notifications/events/present-event.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { createOutbound } from '../../src/platform/outbound/outbound.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { Secrets } from '../../src/platform/secrets/secrets.ts'

/** A node that does nothing but send notifications, to be killed: `node delivery-node.ts <url> <lease ms>`. */

const [url = '', leaseMs = '1000'] = process.argv.slice(2)
const outbound = createOutbound({ isSandbox: true, allowed: [] })
const log = createLogger({ level: 'warn', destination: process.stderr })
await startDeliveries({
  ...{ database: new Database(url, log), url, log, leaseMs: Number(leaseMs) },
  ...{ clock: systemClock, machineClock: systemClock, refreshClock: async () => {} },
  // The key of `testSecrets`.
  secrets: new Secrets(Buffer.alloc(32, 1)),
  // So that a receiver knows which node sent it.
  outbound: { request: (address, request) => outbound.request(`${address}?node=${process.pid}`, request) },
  presenters: { customerInvoicing: presentFacts, payments: presentFacts, reporting: presentFacts },
})
process.stdout.write('ready\n')
