import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { makeBearerKey } from '../src/organizations/credentials/make-secret.ts'
import { signHttpSignature, signJwtSharedSecret } from '../test/support/http/signers.ts'
import { type BenchService, bearerKeyIn, merchantIn, postgresUrlIn } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { requestsPerSecond, sendAll } from './http-load.ts'
import { type Inspected, usedMib } from './used-memory.ts'

const PATH = '/sandbox/v1/clock'
const INVOICES_PATH = '/invoicing/v2/invoices'
const INVOICE = JSON.stringify({
  invoiceInformation: {
    ...{ description: 'Engine parts', dueDate: '2030-01-01', deliveryMode: 'none', invoiceNumber: 'SIGNED-1' },
  },
  orderInformation: { amountDetails: { totalAmount: '246.00', currency: 'USD' } },
})
const CALLERS = 10_000
/** Many short ones: the speed of a machine changes within seconds. */
const ROUNDS = 15
const ROUND_MS = 1_200

/**
 * A request of usual size, signed once and sent again and again, as a sandbox accepts: signing would take processor time
 * from the service.
 */
export async function signedRequests({ url }: BenchService, folder: string): Promise<readonly Figure[]> {
  const { organizationId, sharedSecret } = merchantIn(folder)
  const bearer = { authorization: `Bearer ${bearerKeyIn(folder)}` }
  const made = await fetch(`${url}${INVOICES_PATH}`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: INVOICE,
  })
  if (!made.ok) throw new Error(`${INVOICES_PATH} answered ${made.status}: ${await made.text()}`)
  const path = `${INVOICES_PATH}/SIGNED-1`
  const unsigned = { method: 'GET', host: new URL(url).host, path, merchantId: organizationId }
  const ways = {
    bearer,
    'HTTP Signature': signHttpSignature(sharedSecret, unsigned),
    JWT: await signJwtSharedSecret(sharedSecret, unsigned),
  }
  const rates = await ratesInTurn(`${url}${path}`, ways)
  const limit = rates['bearer'] ?? Number.NaN
  const figure = (way: keyof typeof ways): Figure => ({
    what: `GET an invoice by ${way}`,
    ...{ ours: rates[way] ?? Number.NaN, limit, unit: 'requests/s', isRate: true },
    ...{ limitIs: 'the same by bearer key', bar: { ratioMin: 0.9 } },
  })
  return [figure('HTTP Signature'), figure('JWT')]
}

/** The median rate of each way, measured in turn, so that other load on the machine affects all of them alike. */
async function ratesInTurn(
  url: string,
  ways: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<Readonly<Record<string, number>>> {
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const rates: Record<string, number> = {}
    for (const [way, headers] of Object.entries(ways)) rates[way] = await requestsPerSecond({ url, headers }, ROUND_MS)
    rounds.push(rates)
  }
  return Object.fromEntries(Object.keys(ways).map((way) => [way, median(rounds.map((rates) => rates[way] ?? 0))]))
}

/** The memory that the service needs for as many callers as it remembers, each with an organization of its own. */
export async function memoryOfCallers(service: BenchService & Inspected, folder: string): Promise<Figure> {
  const keys = await insertCallers(postgresUrlIn(folder))
  const request = (key: string) => ({ url: `${service.url}${PATH}`, headers: { authorization: `Bearer ${key}` } })
  const own = request(bearerKeyIn(folder))
  await sendAll(Array.from({ length: CALLERS }, () => own))
  const limit = await usedMib(service)
  await sendAll(keys.map(request))
  return {
    what: `memory in use with ${CALLERS.toLocaleString('en-US')} remembered callers`,
    ...{ ours: await usedMib(service), limit, unit: 'MiB', isRate: false, bar: { aboveMax: 30 } },
    limitIs: 'the same service after as many requests of one caller',
  }
}

/** Returns their bearer keys. */
async function insertCallers(url: string): Promise<readonly string[]> {
  const made = Array.from({ length: CALLERS }, () => ({
    id: `caller-${randomUUID().slice(0, 18)}`,
    ...makeBearerKey(),
  }))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into organizations (organization_id, type, path, name, time_zone, contact, status, has_fraud_management,
       created_at, updated_at)
     select id, 'merchant', array[id], 'Merchant ' || id, 'Europe/Berlin', '{"email": "ada@example.com"}', 'ACTIVE', false,
       now(), now()
     from unnest($1::text[]) as id`,
    [made.map(({ id }) => id)],
  )
  await client.query(
    `insert into credentials (organization_id, credential_id, type, key_id, label, scopes, secret_hash, created_at)
     select id, gen_random_uuid(), 'bearer', key_id, 'bench', array['sandbox', 'invoices', 'invoices:read'], hash, now()
     from unnest($1::text[], $2::text[], $3::bytea[]) as made (id, key_id, hash)`,
    [
      made.map(({ id }) => id),
      made.map(({ shown }) => shown.keyId),
      made.map(({ stored }) => (stored.type === 'bearer' ? stored.hash : undefined)),
    ],
  )
  await client.end()
  return made.map(({ shown }) => shown.key)
}
