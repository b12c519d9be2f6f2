import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { invoicesErasure } from '../index.ts'
import { pruneInvoiceImports } from '../retention/jobs.ts'
import { IMPORT_RETENTION_DAYS, KEPT_IMPORTS_MAX, RUNNING_IMPORTS_MAX } from './invoice-import.ts'
import { runImport } from './run-import.ts'

const PATH = '/portal/v1/invoice-imports'
const app = await startApp({ with: [invoicingClients] })
const deps = { ...app, log: silentLog }
const { database, clock } = app
const forever = new AbortController().signal
let owner: Keyed
let shop: Client
let organizationId: string
let shopNumber = 0

beforeEach(async () => {
  clock.set('2026-03-09T10:00:00Z')
  shopNumber += 1
  organizationId = `shop${shopNumber}`
  owner = await anOrganization(app, organizationId)
  shop = app.clientOf(owner)
})

const send = (method: string, path: string, body?: object) => sendAs(app.port, owner, { method, path, body })
const get = async (path: string) => (await send('GET', path)).body
const upload = (text: string, query = '') =>
  sendAs(app.port, owner, {
    ...{ method: 'POST', path: `${PATH}${query}`, body: text, headers: { 'content-type': 'text/csv; charset=utf-8' } },
  })
const turn = (importId: string) => runImport(deps, { organizationId, importId }, forever)

async function uploaded(text: string): Promise<string> {
  const { status, body } = await upload(text)
  expect([status, body.reason]).toEqual([201, undefined])
  return body.importId
}

/** Runs a file to its end and returns it. */
async function imported(text: string, options: object = OPTIONS) {
  const importId = await uploaded(text)
  const started = await send('POST', `${PATH}/${importId}/run`, options)
  expect([started.status, started.body.status ?? started.body.message]).toEqual([200, 'RUNNING'])
  while ((await get(`${PATH}/${importId}`)).status === 'RUNNING') await turn(importId)
  const { results } = await get(`${PATH}/${importId}/results?limit=1000`)
  return { importId, file: await get(`${PATH}/${importId}`), results }
}

async function stored(): Promise<readonly string[]> {
  const { rows } = await database.pool.query(
    `select status || ' ' || total_amount || ' ' || currency as invoice from invoices
      where organization_id = $1 order by position`,
    [organizationId],
  )
  return rows.map(({ invoice }) => invoice)
}

const MAPPING = {
  ...{ Bestellnummer: 'reference', Kunde: 'customerName', 'E-Mail': 'customerEmail' },
  ...{ 'Fällig am': 'dueDate', Betrag: 'totalAmount', Text: 'description' },
}
const OPTIONS = { mapping: MAPPING, defaults: { currency: 'EUR' }, delivery: 'draft', decimalMark: 'comma' }
const HEADER = 'Bestellnummer;Kunde;E-Mail;Fällig am;Betrag;Text'
const line = (name: string, amount = '1.000,50') => `${name};Ada;ada@example.com;01.04.2026;${amount};Engine`
const fileOf = (...lines: readonly string[]) => `\ufeff${[HEADER, ...lines].join('\r\n')}\r\n`

describe('a file of 1,000 lines with 7 bad ones', () => {
  /** The lines of the file, as an editor counts them, and what each has wrong. */
  const BAD: Readonly<Record<number, readonly [line: string, column: string, field: string]>> = {
    10: ['N10;Ada;ada.example.com;01.04.2026;1,00;Engine', 'E-Mail', 'customerEmail'],
    99: ['N99;Ada;ada@example.com;31.02.2026;1,00;Engine', 'Fällig am', 'dueDate'],
    100: ['N100;Ada;ada@example.com;01.04.2026;1.00;Engine', 'Betrag', 'totalAmount'],
    500: ['N500;Ada;ada@example.com;01.04.2026;-5;Engine', 'Betrag', 'totalAmount'],
    501: ['N7;Ada;ada@example.com;01.04.2026;1,00;Engine', 'Bestellnummer', 'reference'],
    750: [';Ada;ada@example.com;01.04.2026;1,00;Engine', 'Bestellnummer', 'reference'],
    1003: ['N1003;;ada@example.com;01.04.2026;1,00;Engine', 'Kunde', 'customerName'],
  }
  // Two cells contain line ends, and one line is empty: rows and lines are not the same.
  const lines = Array.from({ length: 1_002 }, (_, index) => {
    const at = index + 2
    if (at === 3 || at === 5 || at === 6) return at === 3 ? `N3;Ada;ada@example.com;01.04.2026;1,00;"a` : undefined
    if (at === 4) return `b"`
    return BAD[at]?.[0] ?? line(`N${at}`, '1,00')
  }).filter((text) => text !== undefined)
  lines.splice(3, 0, 'N5;"Ada\r\nLovelace";ada@example.com;01.04.2026;1,00;Engine')
  const text = fileOf(...lines)

  test('the dry run names the lines and columns, and the second run adds none', async () => {
    const importId = await uploaded(text)
    const check = await send('POST', `${PATH}/${importId}/check`, OPTIONS)
    expect(await stored()).toEqual([])
    const first = await imported(text)
    const checkAgain = await send('POST', `${PATH}/${await uploaded(text)}/check`, OPTIONS)
    const second = await imported(text)

    const wanted = Object.entries(BAD).map(([at, [, column, field]]) => [Number(at), column, field])
    const places = (problems: readonly { line: number; column: string; field: string }[]) =>
      problems.map(({ line: at, column, field }) => [at, column, field])
    expect(check.status).toBe(200)
    expect(places(check.body.problems)).toEqual(wanted)
    expect(check.body.problems.map(({ value }: { value?: string }) => value)).toEqual([
      'ada.example.com',
      '31.02.2026',
      '1.00',
      '-5',
      'N7',
      undefined,
      undefined,
    ])
    expect(check.body).toMatchObject({
      invoices: { total: 1_000, valid: 993, repeated: 0, failed: 7 },
      sums: [{ currency: 'EUR', count: 993, totalAmount: 993 }],
      ...{ totalProblems: 7, totalWarnings: 0 },
    })
    expect(first.file).toMatchObject({
      status: 'COMPLETED',
      rows: { total: 1_000, done: 1_000 },
      invoices: { imported: 993, repeated: 0, failed: 7 },
    })
    const failed = await get(`${PATH}/${first.importId}/results?outcome=failed`)
    expect(places(failed.results.flatMap(({ problems }: { problems: [] }) => problems))).toEqual(wanted)
    expect(checkAgain.body.invoices).toEqual({ total: 1_000, valid: 0, repeated: 993, failed: 7 })
    expect(second.file.invoices).toEqual({ imported: 0, repeated: 993, failed: 7 })
    expect(second.results[0]).toEqual({
      ...{ line: 2, outcome: 'REPEATED', invoiceNumber: '1', message: 'already imported as 1' },
    })
    expect(await stored()).toHaveLength(993)
  })
})

describe('an import', () => {
  test('creates drafts, publishes or sends, in the name of the person, with audit and without card numbers in custom fields', async () => {
    const person = await aPerson(app, { roles: { [organizationId]: 'clerk' } })
    const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
    const at = `?organizationId=${organizationId}`
    const { body: made } = await sendAs(app.port, undefined, {
      ...{ method: 'POST', path: `${PATH}${at}&fileName=march.csv`, body: fileOf(line('A', '5')) },
      headers: { ...headers, 'content-type': 'text/csv' },
    })
    await sendAs(app.port, undefined, {
      ...{ method: 'POST', path: `${PATH}/${made.importId}/run${at}`, headers, body: { ...OPTIONS, delivery: 'send' } },
    })
    await turn(made.importId)
    await imported(fileOf(line('B', '6')), { ...OPTIONS, delivery: 'publish' })
    await imported(fileOf(line('C', '7')))

    expect(await stored()).toEqual(['SENT 5.00 EUR', 'CREATED 6.00 EUR', 'DRAFT 7.00 EUR'])
    expect(made).toMatchObject({ fileName: 'march.csv', status: 'UPLOADED', orderedBy: { kind: 'user' } })
    expect((await get(`${PATH}/${made.importId}`)).mails).toEqual({ waiting: 1 })
    const trail = await listAudit(database.db, { organizationId }, { limit: 100 })
    const byPerson = trail.filter(({ actor }) => actor.kind === 'user').map(({ action }) => action)
    expect(byPerson.toSorted()).toEqual(['invoice-import.started', 'invoice-import.uploaded', 'invoice.created'])
  })

  test('remembers its options for the next file with the same header, and suggests a mapping for another', async () => {
    await imported(fileOf(line('A')))

    const same = await get(`${PATH}/${await uploaded(fileOf(line('B')))}`)
    const other = await get(`${PATH}/${await uploaded('Invoice No.,Client,Amount,Odd\n1,Ada,5,x')}`)

    expect(same).toMatchObject({ delimiter: ';', isRemembered: true, options: OPTIONS })
    expect(same.columns[4]).toEqual({ name: 'Betrag', samples: ['1.000,50'] })
    expect(other).toMatchObject({ delimiter: ',', isRemembered: false })
    expect(other.options).toEqual({
      mapping: { 'Invoice No.': 'invoiceNumber', Client: 'customerName', Amount: 'totalAmount' },
    })
  })

  test('without a reference recognizes contents, and equal lines of one file are two invoices', async () => {
    const mapping = { ...MAPPING, Bestellnummer: null }
    const twice = fileOf(line('x'), line('y'), line('x', '5'))

    const first = await imported(twice, { ...OPTIONS, mapping })
    const second = await imported(twice, { ...OPTIONS, mapping })
    const more = await imported(fileOf(line('x'), line('x'), line('x')), { ...OPTIONS, mapping })

    expect([first, second, more].map(({ file }) => file.invoices)).toEqual([
      { imported: 3, repeated: 0, failed: 0 },
      { imported: 0, repeated: 3, failed: 0 },
      { imported: 1, repeated: 2, failed: 0 },
    ])
  })

  test('says in a dry run that a line was imported with another content, and finds numbers that are taken', async () => {
    await imported(fileOf(line('A', '5')))
    await shop.create(anInvoiceBody({ invoiceInformation: { invoiceNumber: 'T-1' } }))
    const changed = await uploaded(fileOf(line('A', '6')))
    const numbered = { ...OPTIONS, mapping: { ...MAPPING, Bestellnummer: 'invoiceNumber' } }
    const taken = await uploaded(fileOf(line('T-1'), line('T-2'), line('T-2')))

    expect((await send('POST', `${PATH}/${changed}/check`, OPTIONS)).body.repetitions).toEqual([
      { line: 2, invoiceNumber: '1', isChanged: true },
    ])
    const { problems } = (await send('POST', `${PATH}/${taken}/check`, numbered)).body
    expect(problems).toMatchObject([
      { line: 2, column: 'Bestellnummer', field: 'invoiceNumber', reason: 'DUPLICATE_RECORD' },
      { line: 4, column: 'Bestellnummer', field: 'invoiceNumber', reason: 'DUPLICATE_RECORD' },
    ])
    const { file, results } = await imported(fileOf(line('T-1'), line('T-2'), line('T-2')), numbered)
    expect(file.invoices).toEqual({ imported: 1, repeated: 0, failed: 2 })
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['FAILED', 'IMPORTED', 'FAILED'])
    expect(results[0].problems).toMatchObject([{ line: 2, column: 'Bestellnummer', reason: 'DUPLICATE_RECORD' }])
  })

  test('refuses card numbers in custom fields, names their line, and records the violation', async () => {
    const field = { fieldType: 'Text', label: 'Note' }
    const { body: fields } = await shop.call('POST', '/Invoice/merchantDefinedFields', field)
    const target = `customField.${fields[0].id}`
    const mapping = { ...MAPPING, Text: target, Bestellnummer: 'lines.productName', Betrag: 'lines.unitPrice' }
    const rows = [
      'A;Ada;ada@example.com;01.04.2026;1,00;4111 1111 1111 1111',
      'B;Ada;ada@example.com;01.04.2026;1,00;ok',
    ]

    const check = await send('POST', `${PATH}/${await uploaded(fileOf(...rows))}/check`, { ...OPTIONS, mapping })
    const { file, results } = await imported(fileOf(...rows), { ...OPTIONS, mapping })

    expect(check.body.problems).toMatchObject([{ line: 2, field: target }])
    expect(JSON.stringify(check.body)).not.toContain('4111')
    expect(file.invoices).toEqual({ imported: 1, repeated: 0, failed: 1 })
    expect(results[0].problems).toMatchObject([{ line: 2, column: 'Text', field: target }])
    expect(JSON.stringify(results)).not.toContain('4111')
    const { rows: violations } = await database.pool.query(
      'select looks_like from personal_data_violations where organization_id = $1',
      [organizationId],
    )
    expect(violations).toHaveLength(1)
  })

  test('goes on where it was after an interruption, and several runs at the same time import each line once', async () => {
    const importId = await uploaded(fileOf(...Array.from({ length: 40 }, (_, index) => line(`N${index}`, '1,00'))))
    await send('POST', `${PATH}/${importId}/run`, OPTIONS)
    const interrupted = new AbortController()
    let asked = 0
    const stopping = {
      now: () => {
        asked += 1
        // First for the turn, then for its first invoice.
        if (asked > 1) interrupted.abort()
        return clock.now()
      },
    }

    await expect(
      runImport({ ...deps, clock: stopping }, { organizationId, importId }, interrupted.signal),
    ).rejects.toThrow()
    const after = await get(`${PATH}/${importId}`)
    await Promise.all(Array.from({ length: 4 }, () => turn(importId)))
    while ((await get(`${PATH}/${importId}`)).status === 'RUNNING') await turn(importId)

    expect(after.invoices.imported).toBe(1)
    expect(await get(`${PATH}/${importId}`)).toMatchObject({ status: 'COMPLETED', invoices: { imported: 40 } })
    expect(await stored()).toHaveLength(40)
    const rows = await database.pool.query('select from invoice_import_rows where import_id = $1', [importId])
    expect(rows.rows).toHaveLength(0)
  })

  test('ends early when somebody stops it, or when its key is revoked', async () => {
    const [stopped, revoked] = [await uploaded(fileOf(line('A'))), await uploaded(fileOf(line('B')))]
    for (const importId of [stopped, revoked]) await send('POST', `${PATH}/${importId}/run`, OPTIONS)

    const answer = await send('POST', `${PATH}/${stopped}/stop`, {})
    await turn(stopped)
    await database.pool.query('update credentials set revoked_at = now() where organization_id = $1', [organizationId])
    await turn(revoked)

    expect(answer.body).toMatchObject({ status: 'STOPPED', stop: { reason: 'REQUESTED' } })
    const { rows } = await database.pool.query(
      'select stop_reason as reason from invoice_imports where organization_id = $1 order by stop_reason',
      [organizationId],
    )
    expect(rows).toEqual([{ reason: 'KEY_REVOKED' }, { reason: 'REQUESTED' }])
    expect(await stored()).toEqual([])
  })
})

describe('refusals', () => {
  test('a file without rows or names, options that do not fit, a second run, and the deletion of a run', async () => {
    const importId = await uploaded(fileOf(line('A')))
    const json = await sendAs(app.port, owner, { method: 'POST', path: PATH, body: { a: 1 } })
    const answers = [
      await upload('a,a\n1,2'),
      await upload('a;b'),
      await upload(fileOf(line('A')), '?delimiter=pipe'),
      await send('POST', `${PATH}/${importId}/check`, { ...OPTIONS, mapping: { Total: 'totalAmount' } }),
      await send('POST', `${PATH}/${importId}/run`, { ...OPTIONS, delivery: 'fax' }),
    ]
    await send('POST', `${PATH}/${importId}/run`, OPTIONS)
    const conflicts = [
      await send('POST', `${PATH}/${importId}/run`, OPTIONS),
      await send('POST', `${PATH}/${importId}/check`, OPTIONS),
      await send('DELETE', `${PATH}/${importId}`),
    ]

    expect(json.status).toBe(415)
    expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
      ...[
        [400, 'INVALID_CSV'],
        [400, 'INVALID_CSV'],
      ],
      ...[
        [400, 'VALIDATION_ERROR'],
        [400, 'VALIDATION_ERROR'],
        [400, 'VALIDATION_ERROR'],
      ],
    ])
    expect(conflicts.map(({ status, body }) => [status, body.reason])).toEqual([
      ...[
        [409, 'IMPORT_STARTED'],
        [409, 'IMPORT_STARTED'],
        [409, 'IMPORT_RUNNING'],
      ],
    ])
    expect((await send('GET', `${PATH}/none`)).status).toBe(404)
    await send('POST', `${PATH}/${importId}/stop`, {})
    expect((await send('DELETE', `${PATH}/${importId}`)).status).toBe(204)
    expect((await send('GET', `${PATH}/${importId}`)).status).toBe(404)
  })

  test('an organization runs few imports at the same time; old files make room for new ones', async () => {
    for (let count = 0; count < RUNNING_IMPORTS_MAX; count += 1) {
      await send('POST', `${PATH}/${await uploaded(fileOf(line('A')))}/run`, OPTIONS)
    }
    const waiting = await uploaded(fileOf(line('A')))
    const oneMore = await send('POST', `${PATH}/${waiting}/run`, OPTIONS)
    await database.pool.query(
      `insert into invoice_imports (organization_id, import_id, delimiter, columns, row_count, status, ordered_by, created_at)
        select $1, gen_random_uuid(), ',', '{a}', 1, 'UPLOADED', '{"kind":"service"}', '2026-03-10T00:00:00Z'
        from generate_series(1, $2)`,
      [organizationId, KEPT_IMPORTS_MAX - RUNNING_IMPORTS_MAX - 1],
    )
    await uploaded(fileOf(line('B')))

    expect([oneMore.status, oneMore.body.reason]).toEqual([409, 'TOO_MANY_IMPORTS'])
    expect((await get(`${PATH}?limit=50`)).imports).toHaveLength(KEPT_IMPORTS_MAX)
    expect((await send('GET', `${PATH}/${waiting}`)).status).toBe(404)
  })
})

test('the same upload with the same Idempotency-Key is one file', async () => {
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'one' }
  const again = () => sendAs(app.port, owner, { method: 'POST', path: PATH, headers, body: fileOf(line('A')) })

  const [first, second] = [await again(), await again()]
  const other = await sendAs(app.port, owner, { method: 'POST', path: PATH, headers, body: fileOf(line('B')) })

  expect(second.body).toEqual(first.body)
  expect(other.body.reason).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('files are deleted thirty days after their upload, and with a person whom they name', async () => {
  await pruneInvoiceImports(deps)
  await uploaded(fileOf(line('A')))
  await uploaded(fileOf('B;Bob;bob@example.com;01.04.2026;1,00;Engine'))
  const person = readPerson({ emails: ['ADA@example.com'], phones: [], customerIds: [] })
  const holder = invoicesErasure.holder({ ...app, db: database })
  const sought = { organizationId, organizationIds: [organizationId], person }

  const found = await holder.find(sought)
  const erased = await holder.erase(sought, aTester)

  expect([found.counts, erased.counts]).toEqual([{ 'files of invoices': 1 }, { 'files of invoices': 1 }])
  expect((await get(PATH)).imports).toHaveLength(1)
  clock.set(
    clock
      .now()
      .add({ hours: 24 * IMPORT_RETENTION_DAYS, seconds: 1 })
      .toString(),
  )
  expect(await pruneInvoiceImports(deps)).toBeGreaterThan(0)
  expect((await get(PATH)).imports).toEqual([])
})
