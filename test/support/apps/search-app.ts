import type { Engine } from '../../../src/platform/engine/engine.ts'
import { startOutboxLoading } from '../../../src/records/index.ts'
import { anOrganization } from '../data/organizations.ts'
import { paymentDeps } from '../data/payments.ts'
import { invoicingClients } from '../http/invoicing-clients.ts'
import { paymentClients } from '../http/payment-client.ts'
import { type Keyed, sendAs } from '../http/send-request.ts'
import { silentLog } from '../processes/queue-node.ts'
import { fileResources } from '../run/file-resources.ts'
import { startApp } from './app.ts'

export type SearchApp = Awaited<ReturnType<typeof startSearchApp>>

/** An app whose outbox is loaded, on an engine of its own unless one is given: `shop` below `portfolio`, and `other`. */
export async function startSearchApp(engine?: Engine) {
  const started = engine === undefined ? { hasEngine: true } : { engine }
  const app = await startApp({ ...started, with: [invoicingClients, paymentClients] })
  const startLoader = () => startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 20 })
  let loader = startLoader()
  fileResources.defer(() => loader.stop())
  const partner = await anOrganization(app, 'portfolio', { type: 'partner' })
  const owner = await anOrganization(app, 'shop', { parentId: 'portfolio' })
  const other = await anOrganization(app, 'other')
  return {
    ...app,
    ...{ partner, owner, other, shop: app.clientOf(owner), deps: paymentDeps(app) },
    search: (body: object, by: Keyed = owner) =>
      sendAs(app.port, by, { method: 'POST', path: '/tss/v2/searches', body }),
    get: (path: string, by: Keyed = owner) => sendAs(app.port, by, { method: 'GET', path: `/tss/v2${path}` }),
    tick: () => app.clock.set(app.clock.now().add({ seconds: 1 }).toString()),
    withoutLoading: async <T>(work: () => Promise<T>): Promise<T> => {
      await loader.stop()
      const result = await work()
      loader = startLoader()
      return result
    },
  }
}

/** Ids of the transactions in a response. */
// biome-ignore lint/suspicious/noExplicitAny: a response as it came.
export const idsOf = ({ body }: { body: any }): readonly string[] =>
  body._embedded.transactionSummaries.map(({ id }: { id: string }) => id)
