import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { exitOf } from '../src/platform/processes/child-process.ts'
import {
  type BenchService,
  bearerKeyIn,
  benchFolder,
  elapsedMs,
  merchantIdIn,
  PROGRAM,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { fillRecordFile, prepareStores } from './filled-file.ts'
import { recordLine } from './record-lines.ts'
import { monthOf, monthSql } from './report-rows.ts'
import { seedInvoices } from './seed-invoices.ts'
import { SIZES } from './sizes.ts'

const MONTHS = 12
/** The work of a busy hour. */
const HOUR = { invoices: 500, records: 20_000 }
const PROBE_EVERY_MS = 20
const SECONDS_MAX = { hour: 30, restore: 600 }

const run = promisify(execFile)

/** How long backups and a restore take, beside a plain copy of the same files, and what a quiet merchant notices. */
export async function benchBackup(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const others = benchFolder()
  const [place, copy, restored] = [join(others, 'place'), join(others, 'copy'), join(others, 'restored')]
  let service: BenchService | undefined
  try {
    await fill(folder)
    service = await startBenchService(folder)
    const plain = await seconds(() => copied(folder, copy))
    const probe = { url: `${service.url}/invoicing/v2/invoices?limit=5`, key: bearerKeyIn(folder) }
    const first = await probed(probe, () => seconds(() => quittance(folder, 'create', place)))
    const quiet = await probed(probe, () => sleep(first.result * 1_000))
    await workAnHour(service.url, folder)
    const hour = await seconds(() => quittance(folder, 'create', place))
    await service.stop()
    service = undefined
    const key = join(folder, 'secret.key')
    const restoring = await seconds(() =>
      quittance(folder, 'restore', place, '--data-dir', restored, '--secret-key', key),
    )
    return [
      timed('first backup', first.result, plain, 'cp and sync of the same files', { timesMax: 3 }),
      timed('backup after an hour of work', hour, plain, 'the same', { oursMax: SECONDS_MAX.hour }),
      timed('restore', restoring, plain, 'the same', { oursMax: SECONDS_MAX.restore }),
      {
        what: 'p99 of a quiet merchant during the first backup',
        unit: 'ms',
        ours: first.p99,
        limit: quiet.p99,
        limitIs: 'the same requests without a backup',
        isRate: false,
        bar: { timesMax: 2 },
      },
      {
        what: 'size of the place after two backups',
        unit: 'MiB',
        ours: await mebibytes(place),
        limit: await mebibytes(copy),
        limitIs: 'the files themselves',
        isRate: false,
      },
    ]
  } finally {
    await service?.stop()
    for (const path of [folder, others]) removeFolder(path)
  }
}

function timed(what: string, ours: number, limit: number, limitIs: string, bar: Figure['bar']): Figure {
  return { what, unit: 's', ours, limit, limitIs, isRate: false, bar }
}

async function fill(folder: string): Promise<void> {
  await prepareStores(folder, async () => {
    await seedInvoices(postgresUrlIn(folder), { organizationId: merchantIdIn(folder), count: SIZES.backupInvoices })
  })
  const months = Array.from({ length: MONTHS }, (_, index) => monthOf(merchantIdIn(folder), index))
  const rows = Math.ceil(SIZES.backupRecords / MONTHS)
  const statements = months.flatMap((month) => [...monthSql(month, rows)])
  await fillRecordFile(folder, statements, ['transactions'])
}

async function copied(folder: string, copy: string): Promise<void> {
  await run('sh', ['-c', 'mkdir -p "$2" && cp -a "$1/postgres" "$1/records" "$2" && sync -f "$2"', 'sh', folder, copy])
}

async function quittance(folder: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'backup', ...args], {
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { code } = await exitOf(child)
  if (code !== 0) throw new Error(`quittance backup ${args[0]} failed.`)
}

async function seconds(work: () => Promise<void>): Promise<number> {
  return (await elapsedMs(work)) / 1_000
}

type Probe = { readonly url: string; readonly key: string }

/** Asks the same all the time while the work runs. */
async function probed<T>(
  { url, key }: Probe,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly p99: number }> {
  const times: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      times.push(
        await elapsedMs(async () => {
          await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer()
        }),
      )
      await sleep(PROBE_EVERY_MS)
    }
  })()
  const result = await work().finally(() => {
    isDone = true
  })
  await asking
  const sorted = times.toSorted((a, b) => a - b)
  return { result, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}

async function workAnHour(url: string, folder: string): Promise<void> {
  const headers = { authorization: `Bearer ${bearerKeyIn(folder)}` }
  const invoice = JSON.stringify({
    customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
    invoiceInformation: { description: 'A year', dueDate: '2027-07-11', sendImmediately: false, deliveryMode: 'none' },
    orderInformation: { amountDetails: { totalAmount: '250.05', currency: 'USD' } },
  })
  for (let index = 0; index < HOUR.invoices; index += 1) {
    await send(`${url}/invoicing/v2/invoices`, { ...headers, 'content-type': 'application/json' }, invoice)
  }
  const lines = Array.from({ length: HOUR.records }, (_, index) => recordLine(merchantIdIn(folder), index))
  const type = { 'content-type': 'application/x-ndjson' }
  await send(`${url}/ingest/v1/records/transaction`, { ...headers, ...type }, lines.join('\n'))
}

async function send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

async function mebibytes(path: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', path])
  return Number(stdout.split('\t')[0])
}
