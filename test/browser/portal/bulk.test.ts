import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { runInvoiceJob } from '../../../src/invoicing/bulk/run-invoice-job.ts'
import type { InvoiceStatus } from '../../../src/invoicing/rules/invoice.ts'
import { parseMoney, zero } from '../../../src/kernel/money.ts'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { clippedTexts, sidewaysScrolling, smallTexts } from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { anInvoice, at } from '../../support/data/invoices.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { storeInvoices } from '../../support/data/stored-invoices.ts'
import { silentLog } from '../../support/processes/queue-node.ts'

// Turns of jobs are run by the tests, so that a page can be looked at in the middle of one.

const browser = fileBrowser()
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const BASE_URL = 'http://127.0.0.1'
/** The overdue ones; reminders for the last two kinds are refused. */
const OVERDUE: Readonly<Partial<Record<InvoiceStatus, number>>> = { SENT: 36, PARTIAL: 2, CREATED: 3, PENDING: 1 }

let app: App
let clerk: { readonly url: string; readonly cookie: string }
let viewer: typeof clerk
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
  await anOrganization(app, 'shop', { name: 'Café Bar', timeZone: 'Europe/Berlin' })
  const overdue = Object.entries(OVERDUE).flatMap(([status, count]) =>
    Array.from({ length: count }, () => ({ status: status as InvoiceStatus, dueOn: '2026-02-01' })),
  )
  const others = (['DRAFT', 'SENT', 'PAID', 'SENT', 'SENT'] as const).map((status) => ({ status, dueOn: '2027-02-01' }))
  const withoutEmail = (['SENT', 'DRAFT'] as const).map((status) => {
    return { status, dueOn: '2027-02-01', deliveryMode: 'none' } as const
  })
  await storeInvoices(
    app.database,
    [...overdue, ...others, ...withoutEmail].map((given, index) => storedInvoice(index, given)),
  )
  clerk = await aLooker('clerk')
  viewer = await aLooker('viewer')
})

async function aLooker(role: 'clerk' | 'viewer') {
  const person = await aPerson(app, { email: `${role}@example.com`, roles: { shop: role } })
  const { cookie } = await aSession(app, person, { baseUrl: BASE_URL })
  return { url: app.url, cookie }
}

type Given = { readonly status: InvoiceStatus; readonly dueOn: string; readonly deliveryMode?: 'none' }

/** A1000, A1001 … */
function storedInvoice(index: number, { status, dueOn, ...delivery }: Given) {
  const total = parseMoney('120.00', 'EUR')
  const invoiceNumber = `A${1_000 + index}`
  return anInvoice({
    ...{ organizationId: 'shop', position: index + 1, invoiceNumber, status },
    createdAt: at('2026-01-01T10:00:00Z').add({ minutes: index }),
    balance: status === 'PAID' ? zero('EUR') : total,
    ...(status === 'PENDING' && { openReviews: 1, statusBeforePayment: 'SENT' as const, reserved: total }),
    terms: {
      customer: { name: invoiceNumber === 'A1038' ? '=1+1' : 'Tanya Lee', email: `customer${index}@example.com` },
      ...{ dueOn: Temporal.PlainDate.from(dueOn), amounts: { total }, ...delivery },
    },
  })
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected invoices' })
const dialog = (page: Page) => page.getByRole('dialog')
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })
const jobIdOf = (page: Page): string => /\/jobs\/([\w-]+)/.exec(page.url())?.[1] ?? ''
const select = (page: Page, number: string) =>
  page.getByRole('checkbox', { name: `Select invoice ${number}`, exact: true }).click()

/** Lets the job act on its invoices, as many turns as it takes. */
async function run(jobId: string): Promise<void> {
  let hasEnded = false
  while (!hasEnded) {
    await runInvoiceJob(deps(), { organizationId: 'shop', jobId }, new AbortController().signal)
    const { rows } = await app.database.pool.query('select 1 from invoice_jobs where job_id = $1 and status = $2', [
      jobId,
      'RUNNING',
    ])
    hasEnded = rows.length === 0
  }
}

/** The service ends after some invoices of the job. */
async function runInPart(jobId: string, count: number): Promise<void> {
  for (let acted = 0; acted < count; acted += 1) {
    const isAborted = [false, true]
    const throwIfAborted = (): void => {
      if (isAborted.shift() !== false) throw new Error('the service ends')
    }
    const signal = Object.assign(new AbortController().signal, { throwIfAborted })
    const end = runInvoiceJob(deps(), { organizationId: 'shop', jobId }, signal)
    await end.catch((error: Error) => expect(error.message).toBe('the service ends'))
  }
}

const deps = () => ({ ...app, log: silentLog })

async function order(page: Page, action: string, confirm: string): Promise<string> {
  await bar(page).getByRole('button', { name: action }).click()
  await dialog(page).getByRole('button', { name: confirm }).click()
  await page.waitForURL(/\/-\/jobs\//)
  await progress(page).waitFor()
  return jobIdOf(page)
}

browserTest('month end: all overdue invoices are reminded of, and those that cannot be say why', async () => {
  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=overdue')
  await page.getByRole('checkbox', { name: 'Select all loaded invoices' }).click()
  await bar(page).getByText('42 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Remind' }).click()
  await dialog(page).getByText('The status of 4 of them does not allow it.').waitFor()

  await dialog(page).getByRole('button', { name: 'Send reminders for 42 invoices' }).click()
  await page.waitForURL(/\/-\/jobs\//)
  await progress(page).getByText('0 of 42').waitFor()
  await runInPart(jobIdOf(page), 20)
  await progress(page).getByText('20 of 42').waitFor()
  await page.reload()
  await progress(page).getByText('20 of 42').waitFor()
  await run(jobIdOf(page))
  await progress(page).getByText('38 of 42').waitFor()
  await page.getByRole('heading', { name: '4 could not be processed' }).waitFor()
  const refused = await page.locator('.job-failures tbody tr').allInnerTexts()
  const { rows } = await app.database.pool.query('select count(distinct subject)::int as count from mail_outbox')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')

  expect(file.suggestedFilename()).toBe('remind-failed.csv')
  expect(head).toBe('\ufeff"Number","Customer","Reason"')
  expect(lines.toSorted()).toEqual([
    `"A1038","'=1+1","An invoice that was never mailed has no reminders."`,
    '"A1039","Tanya Lee","An invoice that was never mailed has no reminders."',
    '"A1040","Tanya Lee","An invoice that was never mailed has no reminders."',
    '"A1041","Tanya Lee","While a payment is under review the invoice has no reminders."',
  ])
  expect(await progress(page).getByRole('status').textContent()).toBe('Completed Done: 38, failed: 4')
  expect(await progress(page).getByText('38 emails are about to be sent.').count()).toBe(1)
  expect(refused.map((row) => row.split('\t').map((cell) => cell.trim())).toSorted()).toEqual([
    ['A1038', 'An invoice that was never mailed has no reminders.'],
    ['A1039', 'An invoice that was never mailed has no reminders.'],
    ['A1040', 'An invoice that was never mailed has no reminders.'],
    ['A1041', 'While a payment is under review the invoice has no reminders.'],
  ])
  expect(rows).toEqual([{ count: 38 }])
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor()
  const back = new URL(page.url())
  await page.goBack()
  await page.getByRole('link', { name: 'A1041' }).click()
  await page.getByRole('heading', { name: 'Invoice A1041' }).waitFor()
  expect([back.pathname, back.search]).toEqual(['/o/shop/invoices', '?view=overdue'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('many are canceled, the list behind is up to date, and the failed one can be selected', async () => {
  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices')
  for (const number of ['A1042', 'A1043', 'A1044']) await select(page, number)
  await bar(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByText('The status of 1 of them does not allow it.').waitFor()
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  await run(await order(page, 'Cancel', 'Cancel 3 invoices'))
  await page.getByRole('row', { name: /A1044.*A fully paid invoice cannot be canceled\./ }).waitFor()
  await page.goBack()
  await loaded(page)
  await page.locator('tr', { hasText: 'A1043' }).getByText('Canceled').waitFor()
  expect(await bar(page).count()).toBe(0)
  await page.goForward()
  await page.getByRole('link', { name: 'Select these invoices' }).click()
  await bar(page).getByText('1 selected').waitFor()

  expect(new URL(page.url()).search).toBe('?selected=A1044')
  expect(complaints).toEqual([])
  await close()
})

browserTest('an action that the status of none allows is not offered', async () => {
  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=paid&selected=*')
  await bar(page).getByRole('button', { name: 'Remind' }).click()
  await dialog(page).getByText('The status of none of them allows it.').waitFor()

  expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['Back'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('before invoices are sent, those without email are counted by what becomes of them', async () => {
  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices?selected=A1044%2CA1045%2CA1047%2CA1048')
  await bar(page).getByRole('button', { name: 'Send' }).click()
  const counts = [
    'The status of 1 of them does not allow it. 1 of them is set to be delivered without email.',
    'Those that cannot take part stay as they are, and are listed with the reason.',
  ]
  await dialog(page).getByText(counts.join(' ')).waitFor()
  await dialog(page).getByText('1 draft is set to be delivered without email: it is only published.').waitFor()
  await dialog(page).getByRole('button', { name: 'Send 4 invoices' }).waitFor()

  await page.goto(`${app.url}/o/shop/invoices?selected=A1047`)
  await bar(page).getByRole('button', { name: 'Remind' }).click()
  await dialog(page).getByText('1 of them is set to be delivered without email.', { exact: true }).waitFor()
  expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['Back'])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a job that runs is shown in the list, is stopped, and says by whom', async () => {
  const { open, complaints, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices?selected=A1045%2CA1046')
  const jobId = await order(page, 'Send', 'Send 2 invoices')
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  const running = page.getByRole('list', { name: 'Bulk actions' }).getByRole('link', { name: 'Send 2 invoices' })
  await running.waitFor()
  await runInPart(jobId, 1)
  await running.click()
  await progress(page).getByText('1 of 2').waitFor()

  await page.getByRole('button', { name: 'Stop' }).click()
  await progress(page).getByText('Stopped by clerk@example.com. Finished ones stay as they are.').waitFor()
  await run(jobId)
  await page.getByRole('link', { name: 'Bulk actions' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Send 2 invoices' }).getByText('Stopped').waitFor()

  const { rows } = await app.database.pool.query(`select done, failed from invoice_jobs where job_id = '${jobId}'`)
  expect(rows).toEqual([{ done: 1, failed: 0 }])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a selection that has grown since is not acted on', async () => {
  const { open, close } = await openPortal(browser(), clerk, { viewport: DESK })
  const page = await open('/o/shop/invoices?view=draft&selected=*')
  await page.route('**/portal/v1/invoice-jobs?*', async (route) => {
    const json = { reason: 'SELECTION_CHANGED', message: '', count: 1_234 }
    return route.request().method() === 'POST' ? route.fulfill({ status: 409, json }) : route.fallback()
  })
  await page.goto(`${app.url}/o/shop/invoices?view=open&selected=*`)
  await bar(page).getByRole('button', { name: 'Remind' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Send reminders for/ })
    .click()

  await dialog(page).getByText('The selection now has 1,234. Nothing was done yet.').waitFor()
  await close()
})

browserTest('a viewer exports the selection, sees jobs, and can start and stop none', async () => {
  const [jobs, { open, complaints, close }] = [
    await openPortal(browser(), clerk, { viewport: DESK }),
    await openPortal(browser(), viewer, { viewport: DESK }),
  ]
  const started = await jobs.open('/o/shop/invoices?selected=A1046')
  const jobId = await order(started, 'Send', 'Send 1 invoice')
  const page = await open('/o/shop/invoices?selected=A1046')
  await bar(page).getByText('1 selected').waitFor()
  const actions = await bar(page).locator('.actions').locator('a, button').allInnerTexts()
  await page.goto(`${app.url}/o/shop/invoices/-/jobs/${jobId}`)
  await progress(page).getByText('0 of 1').waitFor()

  expect(actions).toEqual(['Export CSV', ''])
  expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
  expect([...complaints, ...jobs.complaints]).toEqual([])
  await close()
  await jobs.close()
})

browserTest('in German on a phone the bar is low, and by keyboard alone its menu cancels', async () => {
  const window = await openPortal(browser(), clerk, { viewport: PHONE, colorScheme: 'dark', language: 'de-DE' })
  const page = await window.open('/o/shop/invoices?view=overdue&selected=A1000%2CA1001')
  const selected = page.getByRole('region', { name: 'Ausgewählte Rechnungen' })
  await selected.getByRole('button', { name: 'Erinnern' }).waitFor()
  const height = (await selected.boundingBox())?.height
  await selected.getByRole('button', { name: 'Weitere Aktionen' }).focus()
  for (const key of ['Enter', 'ArrowDown', 'Enter']) {
    await page.keyboard.press(key)
    await page.locator('[role=menu], [role=dialog]').first().waitFor()
  }
  await page.getByRole('heading', { name: '2 Rechnungen stornieren' }).waitFor()
  await page.getByText('Der Status lässt es bei allen zu.').waitFor()

  const faults = [...(await sidewaysScrolling(page)), ...(await clippedTexts(page)), ...(await smallTexts(page))]
  expect([...faults, ...(await accessibilityProblems(page))]).toEqual([])
  expect(height).toBeLessThanOrEqual(120)
  expect(window.complaints).toEqual([])
  await window.close()
})
