import { readFileSync } from 'node:fs'
import { bearerKeyIn, benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'

const ROUNDS = 100
const WARM_UP = 10
const PREVIEW_MS_MAX = 300
/** A tick of the processor time that Linux counts for each process. */
const TICK_MS = 10
const KINDS = ['page', 'mail', 'pdf'] as const
const LINES = 30
const PRODUCTS = [
  'Wartung der Espressomaschine einschließlich Anfahrt, Entkalkung und Austausch aller Dichtungen',
  '珈琲豆 エチオピア 深煎り（業務用、二キログラム入り、定期便）',
  'Обслуживание электрооборудования и высоковольтных трансформаторных подстанций',
] as const
const SETTINGS = {
  merchantDisplayName: 'Café Bar',
  customEmailMessage: 'Thank you for your order. '.repeat(20).trim(),
  headerStyle: { backgroundColor: '#7A1F3D', fontColor: '#FFFFFF' },
  customLabels: [{ key: 'tax', value: 'Umsatzsteuer' }],
}

type Service = { readonly url: string; readonly key: string; readonly pid: number }
type Taken = { readonly p95Ms: number; readonly processorMs: number }

/** How long the portal waits for a preview of an invoice with 30 lines that is not saved. */
export async function benchPortalPreviews(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const { stop, ...started } = await startBenchService(folder)
  try {
    const service = { ...started, key: bearerKeyIn(folder) }
    await send(service, 'PUT', '/invoicing/v2/invoiceSettings', { invoiceSettingsInformation: SETTINGS })
    const read = await measure(service, () => send(service, 'GET', '/invoicing/v2/invoiceSettings'))
    const figures: Figure[] = []
    for (const kind of KINDS) figures.push(...figuresOf(kind, await measurePreviews(service, kind), read))
    return figures
  } finally {
    await stop()
    removeFolder(folder)
  }
}

function figuresOf(kind: (typeof KINDS)[number], taken: Taken, read: Taken): readonly Figure[] {
  const bar = kind === 'pdf' ? undefined : { oursMax: PREVIEW_MS_MAX }
  const shared = { unit: 'ms', isRate: false } as const
  return [
    { ...shared, what: `preview of ${kind}, p95`, ours: taken.p95Ms, limit: read.p95Ms, limitIs: 'settings, p95', bar },
    {
      ...shared,
      what: `preview of ${kind}, processor time`,
      ours: taken.processorMs,
      limit: read.processorMs,
      limitIs: 'settings',
    },
  ]
}

/** Each preview shows another text, as those of a person who types. */
function measurePreviews(service: Service, kind: string): Promise<Taken> {
  return measure(service, (round) =>
    send(service, 'POST', `/portal/v1/previews/${kind}`, { invoice: anInvoice(round), language: 'de-DE' }),
  )
}

/** As many lines as an invoice can have, each with a long name in one of several scripts. */
function anInvoice(round: number): object {
  const lineItems = Array.from({ length: LINES }, (_, index) => ({
    ...{ productSku: `SKU-${index}`, productName: `${PRODUCTS[index % PRODUCTS.length]} ${index}` },
    ...{ quantity: 2, unitPrice: '50.00', totalAmount: '100.00' },
  }))
  return {
    customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com', company: { name: 'Engines & Söhne' } },
    invoiceInformation: { description: `Delivery ${round}`, dueDate: '2030-01-01', deliveryMode: 'email' },
    orderInformation: {
      amountDetails: { totalAmount: '3570.00', currency: 'EUR', taxDetails: { type: 'USt.', rate: '19' } },
      lineItems,
    },
  }
}

/** One after the other: 95 of 100 take less, and the service's processor time for each. */
async function measure({ pid }: Service, work: (round: number) => Promise<void>): Promise<Taken> {
  for (let round = 0; round < WARM_UP; round += 1) await work(round)
  const tookMs: number[] = []
  const before = processorMs(pid)
  for (let round = WARM_UP; round < WARM_UP + ROUNDS; round += 1) {
    const startedAt = performance.now()
    await work(round)
    tookMs.push(performance.now() - startedAt)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  return { p95Ms: sorted[Math.floor(ROUNDS * 0.95)] ?? 0, processorMs: (processorMs(pid) - before) / ROUNDS }
}

/** Of the service alone, without PostgreSQL: what other programs of a busy machine do does not count. */
function processorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\w )/)
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * TICK_MS
}

async function send({ url, key }: Service, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
}
