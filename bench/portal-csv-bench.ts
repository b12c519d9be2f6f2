import type { Figure } from './figure.ts'
import { PORTAL_INVOICES, type PortalService } from './portal-data.ts'
import { watchMemory } from './watched-memory.ts'

const PATH = '/portal/v1/invoice-list/csv'
/** The seed has 500 invoices for each day. */
const FEW = { dueFrom: '2020-02-01', dueTo: '2020-03-11' }
const MEMORY_ABOVE_MIB_MAX = 64
const NEW_LINE = 10

/** Memory and time of all invoices as CSV. */
export async function benchPortalCsv(service: PortalService): Promise<readonly Figure[]> {
  // The first one loads code and grows the heap to its usual size.
  for (let round = 0; round < 3; round += 1) await download(service, FEW)
  const few = await download(service, FEW)
  const all = await download(service, {})
  if (all.rows !== PORTAL_INVOICES) throw new Error(`The file has ${all.rows} invoices, not ${PORTAL_INVOICES}.`)
  const [rows, fewRows] = [all.rows, few.rows].map((count) => count.toLocaleString('en-US'))
  return [
    {
      what: `most memory of the service during a CSV of ${rows} invoices`,
      unit: 'MiB',
      ours: all.peakMib,
      limit: few.peakMib,
      limitIs: `a CSV of ${fewRows} invoices`,
      isRate: false,
      bar: { aboveMax: MEMORY_ABOVE_MIB_MAX },
    },
    {
      what: `a CSV of ${rows} invoices`,
      unit: 'invoices/s',
      ours: all.rows / all.seconds,
      limit: few.rows / few.seconds,
      limitIs: `a CSV of ${fewRows} invoices`,
      isRate: true,
    },
  ]
}

type Download = { readonly rows: number; readonly seconds: number; readonly peakMib: number }

async function download({ url, key, pid }: PortalService, query: Readonly<Record<string, string>>): Promise<Download> {
  const memory = watchMemory([pid])
  const startedAt = performance.now()
  const response = await fetch(`${url}${PATH}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  if (!response.ok || response.body === null) throw new Error(`The CSV answered ${response.status}.`)
  let lines = 0
  for await (const piece of response.body) {
    for (const byte of piece as Uint8Array) if (byte === NEW_LINE) lines += 1
  }
  return { rows: lines - 1, seconds: (performance.now() - startedAt) / 1_000, peakMib: memory.peakMib() }
}
