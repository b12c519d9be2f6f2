import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { type CommandResult, quittance } from '../support/processes/command.ts'
import { spawnQuittance } from '../support/processes/service-process.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

const MERCHANT = 'sandbox-merchant'
/** Several batches of them. */
const MANY = 90_000

let sandbox: Awaited<ReturnType<typeof aSandbox>>
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterEach(() => sandbox.removeAll())

/** A sandbox with its partner and merchant, and the command line beside it. */
async function aSandbox() {
  const DATABASE_URL = await createTestDatabase()
  const { folder, engine } = (await startWholeService({ DATABASE_URL })).stores
  const environment = { QUITTANCE_DATA_DIR: folder.path, DATABASE_URL, QUITTANCE_LOG_LEVEL: 'silent' }
  return {
    environment,
    removeAll: () => engine.change({ table: KINDS.transaction.table, where: 'true' }),
    command: (args: readonly string[], input?: string) => quittance(args, environment, input),
    rows: async <Row>(what: string): Promise<Row[]> => {
      const query = `select ${what} from transactions order by record_id`
      return [...(await engine.rows<Row>(query))]
    },
    count: async (): Promise<number> => {
      const query = 'select count(*) as count from transactions'
      return (await engine.rows<{ count: number }>(query))[0]?.count ?? 0
    },
  }
}

const outcome = ({ out }: CommandResult) => JSON.parse(out)

test('a file is tried, mapped and imported, and a second import changes nothing', async () => {
  const files = temporaryFolder()
  const { command, rows, count } = sandbox
  const [file, mapping, rejects] = ['orders.csv.gz', 'mapping.json', 'rejects.ndjson'].map((name) =>
    join(files, name),
  ) as [string, string, string]
  const lines = [
    'Order No;When;Town;Total;Clerk',
    'A1;2026-03-09 10:00:00;"Oslo; East";12,50;x',
    'A2;2026-07-01 10:00:00;"two\nlines";7.25;x',
    'A3;2026-03-09 10:00:00;Bergen;12.34;x',
    'A4;never;Oslo;1;x',
    'A5;2026-03-09;Oslo;1',
    'A6;2026-03-09T10:00:00+01:00;Oslo;;x',
    'A7;2199-03-09T10:00:00+01:00;Oslo;;x',
  ]
  writeFileSync(file, gzipSync(lines.join('\r\n')))
  writeFileSync(
    mapping,
    JSON.stringify({
      columns: {
        'Order No': 'recordId',
        When: 'occurredAt',
        Town: 'BillTo.City',
        Total: 'PaymentData.RequestedAmount',
        Clerk: null,
      },
      constants: { merchantId: MERCHANT },
      defaults: { 'PaymentData.RequestedAmount': '0' },
    }),
  )
  const args = ['import', file, '--kind', 'transaction', '--mapping', mapping, '--delimiter', ';']
  const asked = [...args, '--time-zone', 'Europe/Berlin', '--rejects', rejects]

  const unmapped = await command(['import', file, '--kind', 'transaction', '--delimiter', ';'])
  const tried = await command([...asked, '--dry-run'])
  const storedThen = await count()
  const first = await command([...asked, '--json'])
  const reasons = readFileSync(rejects, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text))
  const second = await command([...asked, '--json'])
  const own = join(files, 'own.csv')
  writeFileSync(own, 'recordId,occurredAt,BillTo.City\nO1,2026-03-09T10:00:00Z,Oslo\n')
  const ofMerchant = await command([
    ...['import', own, '--kind', 'transaction', '--organization', MERCHANT, '--json', '--dry-run'],
  ])

  expect(outcome(ofMerchant)).toMatchObject({ accepted: 1, rejectedCount: 0 })
  expect(unmapped).toMatchObject({ code: 2, out: '' })
  expect(unmapped.err).toContain('the column "Order No" is not a field of this kind')
  expect(tried.code).toBe(1)
  expect(tried.out).toMatch(/^Dry run, nothing was stored: 3 new records, 0 duplicates, 4 rejected lines/)
  expect(tried.out).toContain('line 6 rejected: occurredAt must be a time with its offset')
  expect(tried.out).toContain('line 9 rejected: occurredAt is more than 7 days in the future')
  expect(storedThen).toBe(0)
  expect(first.code).toBe(1)
  expect(outcome(first)).toMatchObject({ accepted: 3, duplicates: 0, rejectedCount: 4 })
  expect(reasons).toEqual(outcome(first).rejected)
  expect(reasons.map(({ line, field }: Record<string, unknown>) => [line, field])).toEqual([
    [2, 'PaymentData.RequestedAmount'],
    [6, 'occurredAt'],
    [7, null],
    [9, 'occurredAt'],
  ])
  expect(outcome(second)).toMatchObject({ accepted: 0, duplicates: 3, rejectedCount: 4 })
  expect(
    await rows(`record_id, strftime(occurred_at, '%Y-%m-%d %H:%M:%S.%g') as "at", bill_to_city as city, source,
      organization_id, rtrim(rtrim(cast(payment_data_requested_amount as varchar), '0'), '.') as amount`),
  ).toEqual(
    [
      ['A2', '2026-07-01 08:00:00.000', 'two\nlines', '7.25'],
      ['A3', '2026-03-09 09:00:00.000', 'Bergen', '12.34'],
      ['A6', '2026-03-09 09:00:00.000', 'Oslo', '0'],
    ].map(([record_id, at, city, amount]) => ({
      ...{ record_id, at, city, source: 'import', organization_id: 'sandbox-partner', amount },
    })),
  )
})

function* manyLines(): Generator<string> {
  for (let n = 0; n < MANY; n += 1) {
    const isBad = n % 30_000 === 29_999
    const occurredAt = new Date(Date.UTC(2026, 0) + n * 1000).toISOString()
    const record = { recordId: `${n}`, merchantId: isBad ? 'nobody' : MERCHANT, occurredAt }
    yield `${JSON.stringify(record)}\n`
  }
}

test('a killed import resumes where it stopped, without loss or duplicates', async () => {
  const files = temporaryFolder()
  const { environment, command, count } = sandbox
  const file = join(files, 'many.ndjson')
  const rejects = join(files, 'rejects.ndjson')
  await pipeline(Readable.from(manyLines()), createWriteStream(file))
  const asked = ['import', file, '--kind', 'transaction', '--rejects', rejects]

  const killed = spawnQuittance(asked, environment)
  onTestFinished(() => void killed.kill('SIGKILL'))
  // When the second batch is there, it is certain that the first one was counted as done.
  await eventually(async () => (await count()) > 20_000, 120_000)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  const storedThen = await count()
  const again = await command(asked)

  const reasons = readFileSync(rejects, 'utf8').trimEnd().split('\n')
  expect(storedThen).toBeGreaterThan(0)
  expect(storedThen).toBeLessThan(MANY)
  expect(again.err).toMatch(/^An earlier run was interrupted: resuming after line \d+\.\n/)
  expect(again.code).toBe(1)
  expect(await count()).toBe(MANY - 3)
  expect(new Set(reasons).size).toBe(3)
  expect(again.out).toMatch(/ 3 rejected lines, 0 warnings\./)
})

test('standard input is read, other input is recognised, and wrong options are refused', async () => {
  const { command, count } = sandbox
  const record = (recordId: string) =>
    `${JSON.stringify({ recordId, merchantId: MERCHANT, occurredAt: '2026-03-09T10:00:00Z' })}\n`

  const piped = await command(['import', '-', '--kind', 'transaction'], record('a') + record('b'))
  // Files, not pipes, so that these share a process.
  const files = temporaryFolder()
  const [lines, table] = [join(files, 'records.ndjson'), join(files, 'records.csv')]
  writeFileSync(lines, record('c'))
  writeFileSync(table, 'a,b\n')
  const refused: CommandResult[] = []
  for (const args of [
    ['/nowhere/x.csv', '--kind', 'transaction'],
    [lines, '--kind', 'transactions'],
    [lines, '--kind', 'transaction', '--mapping', 'x.json'],
    [lines, '--kind', 'transaction', '--organization', 'nobody'],
    [table, '--kind', 'transaction', '--time-zone', 'Mars'],
  ]) {
    refused.push(await command(['import', ...args]))
  }

  expect(piped).toMatchObject({
    code: 0,
    out: 'Imported: 2 new records, 0 duplicates, 0 rejected lines, 0 warnings.\n',
  })
  expect(await count()).toBe(2)
  expect(refused.map(({ code, err }) => [code, err])).toEqual([
    [1, 'quittance: /nowhere/x.csv cannot be used: it does not exist.\n'],
    [2, expect.stringMatching(/^quittance: --kind must be one of transaction, /)],
    [2, 'quittance: --mapping is only allowed with CSV.\n'],
    [1, 'quittance: There is no organization nobody.\n'],
    [2, 'quittance: --time-zone must be a zone such as Europe/Berlin.\n'],
  ])
})
