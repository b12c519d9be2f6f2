import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { aCard, answeringTogether, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Random, seededRandom } from '../../../test/support/random/seeded-random.ts'
import { seeds } from '../../../test/support/run/test-run.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { addressPlaceOf } from './admit-attempt.ts'
import { pruneDeclines } from './decline-store.ts'
import { pruneNetworks } from './network-store.ts'
import { HALF_LIFE_SECONDS } from './recent-counts.ts'

const app = await startApp({ with: [invoicingClients] })
const { db } = app.database
/** Without the retries after a deadlock, so that one fails the test. */
const database: Database = Object.create(app.database, {
  transaction: { value: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work) },
})
const deps = paymentDeps({ ...app, database })
const clients = { shop: await app.merchant('shop'), other: await app.merchant('other') }

const LINKS_PER_MERCHANT = 4
const RANGES = 2
/** Few, so that several outcomes of one network meet; each has a decline before, and a range waits from ten on. */
const NETWORKS_PER_RANGE = 4
const PRUNINGS = 4

type Link = { readonly organizationId: string; readonly invoiceNumber: string }
const OUTCOMES = ['declined', 'tiny', 'approved'] as const
type Outcome = (typeof OUTCOMES)[number]
type Try = { readonly link: Link; readonly address: string; readonly outcome: Outcome }
const COUNTS = {
  declined: { declines: 1, approvals: 0 },
  tiny: { declines: 0.5, approvals: 0 },
  approved: { declines: 0, approvals: 1 },
} as const
type Counts = { readonly declines: number; readonly approvals: number }

async function aLink(organizationId: keyof typeof clients): Promise<Link> {
  const client = clients[organizationId]
  return { organizationId, invoiceNumber: await aPayableInvoice(client, '100.00', { minimumPartialAmount: '0.01' }) }
}

function attempt(payments: typeof deps, { link, address, outcome }: Try) {
  const { organizationId, invoiceNumber } = link
  const card = outcome === 'declined' ? { source: aCard('4000000000000002') } : {}
  return payAs(payments, invoiceNumber, outcome === 'tiny' ? '0.50' : '1.00', { organizationId, address, ...card })
}

/** Each network on each link, in any order and with any outcome. */
function randomTries(random: Random, links: readonly Link[], networks: readonly string[]): readonly Try[] {
  return networks
    .flatMap((address) =>
      links.map((link) => ({ link, address, outcome: OUTCOMES[random.integer(0, 2)] ?? 'declined' })),
    )
    .map((one) => ({ one, at: random.integer(0, 1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function countsIn(tries: readonly Try[]): Counts {
  const counted = tries.map(({ outcome }) => COUNTS[outcome])
  return {
    declines: counted.reduce((sum, { declines }) => sum + declines, 0),
    approvals: counted.reduce((sum, { approvals }) => sum + approvals, 0),
  }
}

type LinkRow = Counts & { readonly id: string; readonly merchant: string; readonly code: Buffer }

/** The counts of the links, and of each network on them, by link and code. */
async function storedOnLinks(): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<LinkRow>`select organization_id as merchant, invoice_number as id, address_code as code,
    declines, approvals from payment_declines`.execute(db)
  return new Map(
    rows.map(({ merchant, id, code, declines, approvals }) => [
      placeOf({ organizationId: merchant, invoiceNumber: id }, code),
      { declines, approvals },
    ]),
  )
}

const placeOf = ({ organizationId, invoiceNumber }: Link, code?: Buffer): string =>
  `${organizationId} ${invoiceNumber} ${code?.toString('hex') ?? ''}`

/** The counts of networks and ranges, by their codes. */
async function storedOnNetworks(): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts & { readonly code: Buffer }>`select code, declines, approvals
    from payment_networks`.execute(db)
  return new Map(rows.map(({ code, ...counts }) => [code.toString('hex'), counts]))
}

test.each(seeds({ usual: 1, long: 50 }))(
  'concurrent outcomes of many networks on many links are all counted, without a deadlock (seed %i)',
  async (seed) => {
    const startedAt = performance.now()
    const block = `10.${seed % 250}`
    const ranges = Array.from({ length: RANGES }, (_, range) =>
      Array.from({ length: NETWORKS_PER_RANGE }, (_, network) => `${block}.${range}.${network + 1}`),
    )
    const networks = ranges.flat()
    const ofEach = Array.from({ length: LINKS_PER_MERCHANT }, () => ['shop', 'other'] as const).flat()
    const [spare, ...links] = await Promise.all([aLink('shop'), ...ofEach.map(aLink)])
    // Every link and network has a decline, so that approved payments are counted too.
    const before = [
      ...networks.map((address): Try => ({ link: spare, address, outcome: 'declined' })),
      ...links.map((link, index): Try => ({ link, address: `${block}.99.${index + 1}`, outcome: 'declined' })),
    ]
    await Promise.all(before.map((one) => attempt(deps, one)))
    const tries = randomTries(seededRandom(seed), links, networks)
    const together = paymentDeps({ ...app, database }, answeringTogether(deps.processor, tries.length))

    const [outcomes] = await Promise.all([
      Promise.all(tries.map((one) => attempt(together, one))),
      ...Array.from({ length: PRUNINGS }, () => Promise.all([pruneNetworks(db), pruneDeclines(db)])),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(
      tries.map(({ outcome }) => (outcome === 'declined' ? 'declined' : 'approved')),
    )
    const all = [...before, ...tries]
    const onLinks = await storedOnLinks()
    for (const link of links) {
      expect(onLinks.get(placeOf(link))).toEqual(countsIn(all.filter((one) => one.link === link)))
    }
    for (const { link, address, outcome } of tries) {
      const own = onLinks.get(placeOf(link, addressPlaceOf(testSecrets, link, address).addressCode))
      expect(own?.declines ?? 0).toBe(COUNTS[outcome].declines)
    }
    const onNetworks = await storedOnNetworks()
    // These counts fade, from the beginning on.
    const left = 0.5 ** ((performance.now() - startedAt) / 1000 / HALF_LIFE_SECONDS)
    for (const addresses of [...ranges, ...networks.map((address) => [address])]) {
      const { networkCode, rangeCode } = addressPlaceOf(testSecrets, spare, addresses[0] ?? '')
      const stored = onNetworks.get((addresses.length > 1 ? rangeCode : networkCode).toString('hex'))
      const expected = countsIn(all.filter(({ address }) => addresses.includes(address)))
      for (const name of ['declines', 'approvals'] as const) {
        expect(stored?.[name]).toBeLessThanOrEqual(expected[name])
        expect(stored?.[name]).toBeGreaterThanOrEqual(expected[name] * left)
      }
    }
  },
)
