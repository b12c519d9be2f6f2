import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { aTester } from '../../../test/support/data/organizations.ts'
import { payAs } from '../../../test/support/data/payments.ts'
import { aCompletedReport } from '../../../test/support/data/stored-reports.ts'
import { aReportClient } from '../../../test/support/http/report-client.ts'
import { aDatabase, silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import { sandbox } from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { claimMode, findMode } from '../../platform/stores/installation-mode.ts'
import type { SandboxData } from '../../platform/stores/sandbox-data.ts'
import { openStores } from '../../platform/stores/stores.ts'
import { readConfig } from '../config.ts'
import { paymentDepsOf } from '../payment-deps.ts'
import { sandboxDataOf } from './sandbox-data.ts'

/** The trails of both have the end of the sandbox’s person. */
const ORGANIZATIONS_OF_PERSON = 2

/** Organizations, settings, and the trail of what happened. */
const KEPT = [
  ...['installation', 'sandbox_clock', 'schema_migrations'],
  ...['organizations', 'merchant_groups', 'merchant_group_members', 'credentials'],
  ...['caller_changes', 'caller_change_counter'],
  ...['persons', 'recovery_codes', 'memberships', 'saved_views'],
  ...['audit_entries', 'audit_unsealed', 'audit_seals', 'audit_heads', 'erasures'],
  ...['webhooks', 'webhook_signing_keys', 'record_retention', 'report_subscriptions'],
  ...['invoice_settings', 'custom_field_definitions', 'mail_rates'],
]

let folder: string
let databaseUrl: string

const tablesOf = (data: readonly SandboxData[]) => data.flatMap(({ tables }) => tables)

async function publicTables({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  return rows.map(({ tablename }) => tablename)
}

async function rowsOf({ pool }: Database, tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const counts: [string, number][] = []
  for (const table of tables) {
    const { rows } = await pool.query(`select count(*)::int as count from ${table}`)
    counts.push([table, rows[0].count])
  }
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

async function openedStores() {
  const config = readConfig({ QUITTANCE_DATA_DIR: folder, DATABASE_URL: databaseUrl })
  const stores = await openStores(config, silentLog)
  onTestFinished(stores.close)
  const deps = { ...stores, db: stores.database, machineClock: systemClock, reports: stores.files }
  return { ...stores, deps, sandboxData: sandboxDataOf(deps) }
}

/** A year ahead: an invoice that was paid, records, a report with its file, a subscription, a webhook, mails, the lab. */
beforeAll(async () => {
  const service = await startWholeService()
  const { stores, url } = service
  folder = stores.folder.path
  databaseUrl = stores.databaseUrl()
  const shop = await aReportClient(service, 'shop')
  const post = async (path: string, body: object, method = 'POST') => {
    const response = await shop.ask(method, path, JSON.stringify(body))
    expect(response.status, response.text).toBeLessThan(300)
    return response.json
  }
  await post('/sandbox/v1/clock', { advance: 'P1Y', drain: true })
  await post('/kms/egress/v2/keys-sym', {
    clientRequestAction: 'CREATE',
    keyInformation: { provider: 'nrtd', tenant: 'shop', keyType: 'sharedSecret', organizationId: 'shop' },
  })
  await post('/notification-subscriptions/v2/webhooks', {
    ...{ name: 'Lab', organizationId: 'shop', webhookUrl: `${url}/sandbox/v1/receivers/shop` },
    products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.send'] }],
    securityPolicy: { securityType: 'KEY' },
  })
  await post(
    '/reporting/v3/report-subscriptions',
    {
      ...{ reportDefinitionName: 'TransactionRequestClass', reportFields: ['Request.RequestID'] },
      ...{
        reportMimeType: 'text/csv',
        reportName: 'Daily',
        reportFrequency: 'DAILY',
        startTime: '0900',
        timezone: 'GMT',
      },
    },
    'PUT',
  )
  const { id, orderInformation } = await post(
    '/invoicing/v2/invoices',
    anInvoiceBody({ invoiceInformation: { sendImmediately: true } }),
  )
  const clock = await SandboxClock.open(stores)
  const config = readConfig({ QUITTANCE_DATA_DIR: folder })
  await payAs(
    paymentDepsOf({ config, mode: 'sandbox', stores, clock, log: silentLog }),
    id,
    orderInformation.amountDetails.totalAmount.toFixed(2),
  )
  await shop.send('transaction', [{ recordId: 'elsewhere', fields: { 'Request.RequestID': '9' } }])
  await aCompletedReport({ ...stores, reports: stores.files })
  await eventually(async () => {
    const rows = await rowsOf(stores.database, ['record_outbox', 'sandbox_received', 'sandbox_messages'])
    return rows['record_outbox'] === undefined && Object.keys(rows).length === 2
  })
  await service.close()
})

test('every table is kept when a sandbox goes live, or emptied, and then before the tables that it refers to', async () => {
  const { database } = await aDatabase()
  const { sandboxData } = await openedStores()
  const emptied = tablesOf(sandboxData)
  const { rows: references } = await database.pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )

  const isLate = ({ from, to }: { from: string; to: string }) =>
    emptied.includes(to) && !(emptied.includes(from) && emptied.indexOf(from) <= emptied.indexOf(to))

  expect([...KEPT, ...emptied.filter((table) => !table.includes('.'))].toSorted()).toEqual(
    (await publicTables(database)).toSorted(),
  )
  expect(references.filter(isLate)).toEqual([])
})

test('a sandbox with data does not go live; its deletion goes on after every interruption and leaves nothing', async () => {
  const { database, engine, deps, sandboxData } = await openedStores()
  const kept = await rowsOf(database, KEPT)
  const reportFolder = join(folder, 'reports', 'shop')
  const withData = (data: readonly SandboxData[]) => ({ ...deps, sandboxData: data })
  const leave = (data: readonly SandboxData[]) => sandbox.goLive(withData(data), aTester, { isSandboxDeleted: true })
  const plainly = () => sandbox.goLive(withData(sandboxData), aTester, { isSandboxDeleted: false })
  const broken = async () => Promise.reject(new Error('killed'))

  await expect(plainly()).rejects.toThrow(
    /^This sandbox has 1 invoice, 1 payment, \d+ records, and 1 report, .* new installation .*--delete-sandbox/,
  )
  expect(await claimMode(database, undefined)).toBe('sandbox')
  expect(readdirSync(reportFolder)).toHaveLength(1)

  // Before the records, before the files of reports, and in the middle of the tables.
  const outside = sandboxData.flatMap(({ deleteOutside }, index) => (deleteOutside === undefined ? [] : [index]))
  const interruptions = [
    ...outside.map((index) => [index, { deleteOutside: broken }] as const),
    [3, { tables: ['reports', 'no_such_table'] }] as const,
  ]
  for (const [index, interruption] of interruptions) {
    const interrupted = sandboxData.map((data, at) => (at === index ? { ...data, ...interruption } : data))
    await expect(leave(interrupted)).rejects.toThrow(/killed|no_such_table/)
    await expect(claimMode(database, undefined)).rejects.toThrow(/run "quittance mode live --delete-sandbox" again/)
  }
  const { isNew, keysRevoked } = await leave(sandboxData)
  const again = await leave(sandboxData)

  expect([isNew, keysRevoked > 0, again]).toEqual([true, true, { isNew: false, keysRevoked: 0 }])
  expect(
    await rowsOf(
      database,
      tablesOf(sandboxData).filter((table) => table !== 'agenda'),
    ),
  ).toEqual({})
  expect(await rowsOf(database, KEPT)).toEqual({
    ...kept,
    // Every key, and the person.
    caller_changes: (kept['caller_changes'] ?? 0) + 2,
    audit_entries: (kept['audit_entries'] ?? 0) + 3 + keysRevoked + ORGANIZATIONS_OF_PERSON,
    audit_unsealed: (kept['audit_unsealed'] ?? 0) + 3 + keysRevoked + ORGANIZATIONS_OF_PERSON,
  })
  for (const { table } of ALL_KINDS) expect(await engine.rows(`select 1 from ${table}`)).toEqual([])
  expect(existsSync(reportFolder) ? readdirSync(reportFolder) : []).toEqual([])
  expect(await findMode(database.db)).toBe('live')
})

test('a kept subscription goes on by the machine’s clock, and the deletion is in the audit trail', async () => {
  const { database } = await openedStores()

  const { rows: subscriptions } = await database.pool.query(
    `select next_run_at between now() and now() + interval '1 day' as is_soon, covered_until,
      next_run_at = (select due_at from agenda where kind = 'run-report-subscription') as is_scheduled
     from report_subscriptions`,
  )
  const { rows: entries } = await database.pool.query(
    `select action, details from audit_entries where organization_id = '*' order by at, action desc`,
  )

  expect(subscriptions).toEqual([{ is_soon: true, covered_until: null, is_scheduled: true }])
  expect(entries).toMatchObject([
    { action: 'clock.moved' },
    { action: 'sandbox.deletion-started', details: { invoices: 1, payments: 1, reports: 1 } },
    { action: 'sandbox.deleted' },
    { action: 'mode.changed', details: { from: 'sandbox', to: 'live' } },
  ])
})
