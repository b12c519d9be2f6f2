import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { findReport } from '../../../src/reporting/reports/report-store.ts'
import { startWholeService } from '../../support/apps/whole-service.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { reportMaker } from '../../support/data/made-reports.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { aSubscription } from '../../support/data/report-orders.ts'
import { putRecords } from '../../support/data/stored-records.ts'

// Reports are made by the tests, so that a page can be looked at while one waits.

const browser = fileBrowser()
const ZONE = 'Europe/Berlin'
const SLOW_MS = 60_000

let service: Awaited<ReturnType<typeof startWholeService>>
let baseUrl: string
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  baseUrl = service.url
})

/** A merchant of its own, with three payments of yesterday. */
async function aMerchant(organizationId: string) {
  await anOrganization(service.stores, organizationId, { name: 'Café Bar', timeZone: ZONE })
  const yesterday = systemClock.now().toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 1 }).toString()
  await putRecords(
    service.stores,
    'batch-item',
    ['12.34', '30.00', '4.56'].map((amount, index) => ({
      ...{ recordId: `b${index}`, merchantId: organizationId },
      occurredAt: Temporal.PlainDateTime.from(`${yesterday}T12:00`).toZonedDateTime(ZONE).toInstant().toString(),
      fields: {
        ...{ 'Request.RequestID': String(index), 'Application.Name': 'ics_bill', 'PaymentMethod.CardType': 'Visa' },
        'PaymentData.RequestedAmount': amount,
        'PaymentData.RequestedAmountCurrencyCode': 'EUR',
      },
    })),
  )
  return { organizationId, yesterday }
}

type Opened = { readonly role?: 'analyst' | 'viewer'; readonly path?: string; readonly language?: 'en-US' | 'de-DE' }

async function openReports(organizationId: string, { role = 'analyst', path = '', language = 'en-US' }: Opened = {}) {
  const person = await aPerson(service.stores, { roles: { [organizationId]: role } })
  const { cookie } = await aSession(service.stores, person, { baseUrl })
  const window = await openPortal(
    browser(),
    { url: baseUrl, cookie },
    {
      ...{ viewport: { width: 1440, height: 900 }, language },
    },
  )
  return { ...window, page: await window.open(`/o/${organizationId}/reports${path}`) }
}

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const text = String(
      await page.evaluate(
        `(() => { const { activeElement: e } = document; return e.ariaLabel ?? e.labels?.[0]?.textContent ?? e.textContent })()`,
      ),
    ).trim()
    if (typeof name === 'string' ? text === name : name.test(text)) return
  }
  throw new Error(`No control is named ${String(name)}.`)
}

/** Makes the report as a worker would. */
async function make(organizationId: string, reportName: string): Promise<void> {
  const { database } = service.stores
  const { rows } = await database.pool.query(
    'select report_id from reports where organization_id = $1 and report_name = $2',
    [organizationId, reportName],
  )
  const report = await findReport(database.db, [organizationId], rows[0]?.report_id)
  if (report === undefined) throw new Error(`${reportName} was not ordered.`)
  await reportMaker(service, { clock: systemClock }).generate(report)
}

const ask = (page: Page, path: string, init = '{}') =>
  page.evaluate(`fetch('${path}', ${init}).then((response) => response.json())`) as Promise<
    Readonly<Record<string, unknown>>
  >

browserTest(
  'an analyst subscribes and orders by keyboard alone, leaves, comes back, and downloads what the on-demand API says',
  async () => {
    const { organizationId, yesterday } = await aMerchant('story')
    const { page, complaints, close } = await openReports(organizationId)

    await tabTo(page, 'Subscribe: Weekly deposits')
    await page.keyboard.press('Enter')
    await page.getByText('Every Monday at 00:00 (Berlin): Deposits of the week before as CSV').waitFor()
    await tabTo(page, 'Subscribe')
    await page.keyboard.press('Enter')
    await page.getByText('Subscribed: Weekly deposits').waitFor()
    await page.locator('.subscribed').waitFor()

    await page.getByRole('link', { name: 'New report' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New report' }).waitFor()
    await loaded(page)
    await tabTo(page, 'Report type')
    await page.keyboard.type('Payments sent')
    await page.getByText('Chosen: 13 of').or(page.getByText('Request.TransactionReferenceNumber')).first().waitFor()
    const initial = await page.locator('.chosen-fields li').allInnerTexts()
    await tabTo(page, /^Move Request\.RequestID/)
    await page.keyboard.press('ArrowDown')
    const chosen = await page.locator('.chosen-fields li').allInnerTexts()
    await page.locator('.value-table tbody tr').nth(2).waitFor({ timeout: SLOW_MS })
    await tabTo(page, 'Name')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Payments of yesterday')
    await tabTo(page, 'Order report')
    await page.keyboard.press('Enter')
    await page.getByText('It starts in a moment.').waitFor({ timeout: SLOW_MS })

    // Another page, and back.
    await page.getByRole('link', { name: 'Invoices', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor()
    await make(organizationId, 'Payments of yesterday')
    await page.getByRole('link', { name: 'Reports', exact: true }).press('Enter')
    await page.getByRole('link', { name: 'Payments of yesterday', exact: true }).press('Enter')
    await page.getByText('3 rows').waitFor()
    const total = await page.getByRole('row', { name: /PaymentData.RequestedAmount/ }).innerText()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).press('Enter')
    const file = readFileSync(await (await download).path(), 'utf8')
    await page.getByRole('button', { name: 'Verify' }).press('Enter')
    await page.getByText('The records of today give exactly the same file.').waitFor({ timeout: SLOW_MS })

    // The same day from the records of now.
    await page.goto(`${baseUrl}/o/${organizationId}/reports/-/on-demand?report=payment-batch-summaries`)
    await page.locator('.summary-table').waitFor({ timeout: SLOW_MS })
    const shown = await page.locator('.summary-table tbody .money').allInnerTexts()
    const next = Temporal.PlainDate.from(yesterday).add({ days: 1 }).toString()
    const timeOf = (date: string) =>
      encodeURIComponent(
        Temporal.PlainDate.from(date).toZonedDateTime(ZONE).toString({ timeZoneName: 'never', smallestUnit: 'second' }),
      )
    const api = await ask(
      page,
      `/reporting/v3/payment-batch-summaries?organizationId=${organizationId}&startTime=${timeOf(yesterday)}&endTime=${timeOf(next)}`,
    )

    expect(chosen.indexOf('Request.RequestID')).toBe(initial.indexOf('Request.RequestID') + 1)
    expect(total).toContain('€46.90')
    expect(file).toContain('"0"')
    expect(file.match(/12\.34|30\.00|4\.56/g)).toHaveLength(3)
    expect(shown).toEqual(['€46.90'])
    expect(api['paymentBatchSummaries']).toMatchObject([{ salesAmount: '46.90', currencyCode: 'EUR' }])
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest(
  'limits are said before they are met: queue, days, subscriptions, and what an edit cannot change',
  async () => {
    const { organizationId } = await aMerchant('limits')
    const { page, complaints, close } = await openReports(organizationId, { path: '/-/new' })

    // A period of 32 days is divided, and the third and fourth of the reports wait or run.
    await page.getByLabel('First day').fill('2026-01-01')
    await page.getByLabel('Last day').fill('2026-02-01')
    await page.getByText('It is divided into 2 reports by month.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Winter')
    await page.getByRole('button', { name: 'Order 2 reports' }).click()
    await page.getByRole('link', { name: 'Winter 2026-02-01 2026-02-01' }).waitFor({ timeout: SLOW_MS })
    const names = await page.locator('.reports-table .row-link').allInnerTexts()
    for (const name of ['Third', 'Fourth']) {
      await page.getByRole('link', { name: 'New report' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Order report' }).click()
      await page.getByRole('heading', { name }).waitFor({ timeout: SLOW_MS })
      if (name === 'Third') await page.getByRole('link', { name: 'Reports', exact: true }).first().click()
    }
    await page.getByText('Queued: three of your reports are in progress.').waitFor({ timeout: SLOW_MS })
    await page.getByRole('button', { name: 'Stop report' }).click()
    await page.locator('.page-head .badge', { hasText: 'Stopped' }).waitFor()

    // The 21st subscription.
    for (let count = 1; count <= 20; count += 1) {
      const body = JSON.stringify(aSubscription({ reportName: `Daily ${count}` }))
      await ask(
        page,
        `/reporting/v3/report-subscriptions?organizationId=${organizationId}`,
        `{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }`,
      )
    }
    await page.goto(`${baseUrl}/o/${organizationId}/reports/-/new?kind=subscription`)
    await page.getByText('There are already 20 subscriptions').waitFor({ timeout: SLOW_MS })
    const canSubscribe = await page.getByRole('button', { name: 'Subscribe' }).isEnabled()

    // An edit, a pause and a deletion.
    await page.goto(`${baseUrl}/o/${organizationId}/reports/-/subscriptions/Daily%201`)
    await page.getByText('The report type of a subscription cannot change.').waitFor({ timeout: SLOW_MS })
    const locked = [
      await page.getByLabel('Report type').isDisabled(),
      await page.getByLabel('Name', { exact: true }).isDisabled(),
    ]
    await page.getByLabel('How often').selectOption('MONTHLY')
    await page.getByText('On day 1 of every month at 00:00 (Berlin)').waitFor()
    await page.locator('.next-runs li').nth(9).waitFor({ timeout: SLOW_MS })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The subscription is changed.').waitFor({ timeout: SLOW_MS })
    await page.getByRole('button', { name: 'Actions for Daily 1', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('Paused: Daily 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for Daily 2', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Daily 2', exact: true }).click()
    await page.getByText('19 of 20 subscriptions').waitFor()

    expect(names.toSorted()).toEqual(['Winter 2026-01-01 2026-01-31', 'Winter 2026-02-01 2026-02-01'])
    expect([canSubscribe, locked]).toEqual([false, [true, true]])
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('the columns of a list on demand have German headings', async () => {
  const { organizationId, yesterday } = await aMerchant('spalten')
  await putRecords(service.stores, 'conversion', [
    {
      ...{ recordId: 'c1', merchantId: organizationId },
      occurredAt: Temporal.PlainDateTime.from(`${yesterday}T12:00`).toZonedDateTime(ZONE).toInstant().toString(),
      fields: { 'Request.RequestID': '17', 'Conversion.NewDecision': 'ACCEPT', 'Conversion.Reviewer': 'ada' },
    },
  ])
  const path = `/-/on-demand?report=conversion-details&from=${yesterday}&to=${yesterday}`
  const { page, complaints, close } = await openReports(organizationId, { path, language: 'de-DE' })

  const table = page.getByRole('region', { name: 'Entscheidungen nach Prüfung' })
  await table.getByText('ACCEPT').waitFor({ timeout: SLOW_MS })
  const headings = await table.locator('th').allInnerTexts()

  expect(headings).toEqual(expect.arrayContaining(['Anfragenummer', 'Entscheidung', 'Prüfer']))
  expect(await page.locator('.on-demand-list [lang=en]').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a viewer sees and downloads reports, and can order none', async () => {
  const { organizationId } = await aMerchant('looking')
  const { page, complaints, close } = await openReports(organizationId, { role: 'viewer' })

  await page.getByText('No reports yet').waitFor()
  const ways = await page.getByRole('link', { name: 'New report' }).or(page.getByRole('button')).allInnerTexts()
  const faults = [
    ...(await geometryFaults(page, { isTouch: false, areControlsSeen: true })),
    ...(await accessibilityProblems(page)),
  ]
  await page.goto(`${baseUrl}/o/${organizationId}/reports/-/new`)
  await page.locator('.state h1').waitFor()

  expect(ways.filter((name) => /New report|Subscribe/.test(name))).toEqual([])
  expect([...complaints, ...faults]).toEqual([])
  await close()
})
