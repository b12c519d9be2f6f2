import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { runImport } from '../../../src/invoicing/imports/run-import.ts'
import { type App, startApp } from '../../support/apps/app.ts'
import { accessibilityProblems } from '../../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../../support/browser/browser.ts'
import { geometryFaults } from '../../support/browser/geometry.ts'
import { loaded, openPortal } from '../../support/browser/portal/portal-window.ts'
import { LONG_WORD } from '../../support/data/hostile-words.ts'
import { anOrganization } from '../../support/data/organizations.ts'
import { aPerson, aSession } from '../../support/data/people.ts'
import { silentLog } from '../../support/processes/queue-node.ts'

const browser = fileBrowser()
const BASE_URL = 'http://127.0.0.1'
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }

let app: App
beforeAll(async () => {
  app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
})

/** Opens the imports of a merchant that no other test uses. */
async function openImports(shop: string, { role = 'clerk' as 'clerk' | 'viewer', viewport = DESK } = {}) {
  await anOrganization(app, shop, { name: 'Café Bar', timeZone: 'Europe/Berlin' })
  const person = await aPerson(app, { name: 'Ada Lovelace', roles: { [shop]: role } })
  const cookie = (await aSession(app, person, { baseUrl: BASE_URL })).cookie
  const window = await openPortal(browser(), { url: app.url, cookie }, { viewport })
  return { ...window, page: await window.open(`/o/${shop}/invoices/-/imports`) }
}

const csv = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const choose = (page: Page, file: ReturnType<typeof csv>) => page.setInputFiles('input[type=file]', file)
const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts()
const cellsOf = async (page: Page, table: string) =>
  (await rowsOf(page, table)).map((row) => row.split('\t').map((cell) => cell.trim()))
const countOf = (page: Page, name: string) =>
  page.locator('.import-counts > div', { hasText: name }).locator('dd').first().innerText()

/** The queue of the test does not run by itself: one turn imports for up to a second. */
async function runToEnd(page: Page, organizationId: string) {
  await expect.poll(() => page.url()).not.toContain('step=')
  const importId = page.url().split('/').at(-1) ?? ''
  const forever = new AbortController().signal
  const deps = { ...app, log: silentLog }
  for (let status = 'RUNNING'; status === 'RUNNING'; ) {
    await runImport(deps, { organizationId, importId }, forever)
    const { rows } = await app.database.pool.query('select status from invoice_imports where import_id = $1', [
      importId,
    ])
    status = rows[0]?.status
  }
}

const HEADER = 'Order;Who;E-Mail;Fällig am;Betrag;What'
const line = (name: string, amount = '1,00') => `${name};Ada;ada@example.com;01.04.2026;${amount};Engine`

/** The errors in seven lines of the file, as an editor counts them. */
const BAD: Readonly<Record<number, readonly [line: string, column: string, value: string]>> = {
  10: ['N10;Ada;ada.example.com;01.04.2026;1,00;Engine', 'E-Mail', 'ada.example.com'],
  19: ['N19;Ada;ada@example.com;31.02.2026;1,00;Engine', 'Fällig am', '31.02.2026'],
  20: [line('N20', '1.00'), 'Betrag', '1.00'],
  50: [line('N50', '-5'), 'Betrag', '-5'],
  51: [line('N7'), 'Order', 'N7'],
  75: [line(''), 'Order', ''],
  103: ['N103;;ada@example.com;01.04.2026;1,00;Engine', 'Who', ''],
}

/** One cell has two lines, and one line is empty, so rows and lines differ. */
const LINES = Array.from({ length: 105 }, (_, index) => {
  const at = index + 2
  if (at === 4) return ['N4;Ada;ada@example.com;01.04.2026;1,00;"two', 'lines"'].join('\n')
  if (at === 5) return undefined
  return at === 6 ? '' : (BAD[at]?.[0] ?? line(`N${at}`))
}).filter((text) => text !== undefined)
const FILE = `\ufeff${[HEADER, ...LINES].join('\n')}\n`
const FIXED = FILE.split('\n')
  .map((text, index) => (BAD[index + 1] === undefined ? text : line(`F${index + 1}`)))
  .join('\n')

browserTest(
  'a file with seven bad lines: their lines and columns are named, the rest is imported once, the corrected file adds seven',
  async () => {
    const { page, complaints, close } = await openImports('story')

    await choose(page, csv('march.csv', FILE))
    await page.getByRole('heading', { name: 'Assign columns' }).waitFor()
    const suggested = await page.getByLabel('Field of column Betrag').inputValue()
    await page.getByLabel('Field of column Order').selectOption('reference')
    await page.getByLabel('Field of column Who').selectOption('customerName')
    await page.getByLabel('Field of column What').selectOption('description')
    await page.getByLabel('Currency').selectOption('')
    await page.getByText('These are still missing').waitFor()
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByText('These are still missing').waitFor({ state: 'detached' })
    await page.getByLabel('Decimals').selectOption('comma')
    await page.reload()
    await loaded(page)
    await page.getByRole('link', { name: 'Check file' }).click()
    await page.getByText('96 invoices are created as drafts. No email is sent.').waitFor()
    const errors = await cellsOf(page, 'Errors')
    const counts = [await countOf(page, 'Invoices in the file'), await countOf(page, 'With errors')]
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download errors as CSV' }).click()
    const name = (await download).suggestedFilename()
    await page.getByRole('button', { name: 'Import 96 invoices' }).click()
    await runToEnd(page, 'story')
    await page.getByText('The import is complete').waitFor()
    const first = [await countOf(page, 'Created'), await countOf(page, 'With errors')]
    const failed = (await cellsOf(page, 'Errors')).map(([at, column]) => [at, column])

    // The same file again.
    await page.getByRole('link', { name: 'Import another file' }).click()
    await page.locator('.drop').waitFor()
    await choose(page, csv('march.csv', FILE))
    await page.getByText('Assigned as in your last file with these columns.').waitFor()
    await page.getByRole('link', { name: 'Check file' }).click()
    await page.getByText('96 invoices were imported before and are not added again.').waitFor()
    const isOffered = await page.getByRole('button', { name: 'Import 0 invoices' }).isEnabled()

    // The corrected one.
    await choose(page, csv('march-fixed.csv', FIXED))
    await page.getByText('7 invoices are created as drafts. No email is sent.').waitFor()
    await page.getByRole('button', { name: 'Import 7 invoices' }).click()
    await runToEnd(page, 'story')
    await page.getByText('The import is complete').waitFor()
    const second = [await countOf(page, 'Created'), await countOf(page, 'Imported before')]
    await page.getByRole('link', { name: 'Show invoices' }).click()
    await page.getByText('103 invoices').first().waitFor()

    expect(suggested).toBe('totalAmount')
    expect(errors.map(([at, column, value]) => [Number(at), column, value])).toEqual(
      Object.entries(BAD).map(([at, [, column, value]]) => [Number(at), column, value]),
    )
    expect(errors.map(([, , , reason]) => reason)).toContain('is not an email address')
    expect([counts, name]).toEqual([['103', '7'], 'march-errors.csv'])
    expect(first).toEqual(['96', '7'])
    expect(failed).toEqual(errors.map(([at, column]) => [at, column]))
    expect(isOffered).toBe(false)
    expect(second).toEqual(['7', '96'])
    expect(complaints).toEqual([])
    await close()
  },
)

browserTest('a file that cannot be imported gets a clear answer', async () => {
  const { page, complaints, close } = await openImports('refusing')
  const alert = page.getByRole('alert')
  const answers: string[] = []
  const next = async (file: ReturnType<typeof csv>) => {
    await choose(page, file)
    await expect.poll(async () => (await alert.allInnerTexts()).at(0) ?? answers.at(-1)).not.toBe(answers.at(-1))
    answers.push(await alert.innerText())
  }

  await next(csv('empty.csv', ''))
  await next(csv('book.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0])))
  await next(csv('latin.csv', Buffer.from('Betrag\nf\xfcnf', 'latin1')))
  await next(csv('large.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')))
  await next(csv('header.csv', 'Betrag;Kunde\n'))
  await next(csv('twice.csv', 'Betrag;Betrag\n1;2'))
  await next(csv('quote.csv', 'Betrag\n"open\n'))

  expect(answers).toEqual([
    'This file is empty. Its first row must have the names of the columns.',
    'This is not a CSV file. In your spreadsheet, save it as CSV UTF-8.',
    'This file is not in UTF-8. In your spreadsheet, save it as CSV UTF-8.',
    'This file has more than 10 MB. Divide it.',
    'This file has names of columns, but no rows.',
    'Two columns are named Betrag. Each needs its own name.',
    expect.stringMatching(/^Line \d cannot be read\. Look for quotation marks that are not closed\.$/),
  ])
  // The browser itself notes the refusals of the service.
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([])
  await close()
})

browserTest('a file that is dropped on the page is taken, and one that is none is refused', async () => {
  const { page, complaints, close } = await openImports('dropping')
  const drop = (name: string, content: string) =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'text/csv' }))
      const area = document.querySelector('.drop')
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
        if (area.dispatchEvent(event)) throw new Error('The browser would open the file itself.')
      }
    }`)

  await drop('empty.csv', '')
  const refused = await page.getByRole('alert').innerText()
  await drop('dropped.csv', FILE)
  await page.getByRole('heading', { name: 'Assign columns' }).waitFor()

  expect(refused).toBe('This file is empty. Its first row must have the names of the columns.')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('dropped.csv')
  expect(complaints).toEqual([])
  await close()
})

browserTest('a run is stopped, and a file deleted, by keyboard; the list shows both', async () => {
  const { page, complaints, close } = await openImports('stopping')
  const file = csv(
    'stop.csv',
    [
      'reference,customerName,customerEmail,dueDate,currency,totalAmount,description',
      'A,Ada,ada@example.com,2026-04-01,EUR,5,Engine',
    ].join('\n'),
  )

  await choose(page, file)
  await page.getByRole('link', { name: 'Check file' }).press('Enter')
  await page.getByRole('radio', { name: 'Save as drafts' }).press('ArrowDown')
  await page.getByText('1 invoice is published and can be paid.').waitFor()
  // The button waits for the check of this choice.
  await loaded(page)
  await page.getByRole('button', { name: 'Import 1 invoice' }).press('Enter')
  await page.getByText('You can leave this page.').waitFor()
  const focused = await page.evaluate('document.activeElement.id')
  await page.reload()
  await page.getByRole('button', { name: 'Stop import' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop import' }).press('Enter')
  await page.getByText('Someone stopped it.').waitFor()
  await page.getByRole('link', { name: 'Import another file' }).press('Enter')
  await page.getByRole('link', { name: 'stop.csv' }).waitFor()
  const listed = await cellsOf(page, 'Recent imports')
  await page.getByRole('link', { name: 'stop.csv' }).press('Enter')
  await page.getByRole('button', { name: 'Delete file' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).press('Enter')
  await page.getByText('The file is deleted.').waitFor()

  expect(focused).toBe('run')
  expect(listed.map(([name, status]) => [name, status])).toEqual([['stop.csv', 'Stopped']])
  expect(complaints).toEqual([])
  await close()
})

browserTest('a viewer has no way to the imports, and the page and the service refuse it', async () => {
  const { page, close } = await openImports('looking', { role: 'viewer' })

  await page.locator('.state h1').waitFor()
  const inputs = await page.locator('input[type=file]').count()
  const status = await page.evaluate(
    `fetch('/portal/v1/invoice-imports?organizationId=looking', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a\\n1' }).then(({ status }) => status)`,
  )
  await page.goto(`${app.url}/o/looking/invoices`)
  await loaded(page)
  const links = await page.getByRole('link', { name: 'Import', exact: true }).count()

  expect([inputs, status, links]).toEqual([0, 403, 0])
  await close()
})

browserTest.each([
  ['desk', DESK],
  ['phone', PHONE],
] as const)('forty columns with long names are whole and accessible on a %s', async (width, viewport) => {
  const { page, complaints, close } = await openImports(`hostile-${width}`, { viewport })
  const columns = Array.from({ length: 40 }, (_, index) => `${LONG_WORD} ${index}`)
  const row = columns.map((_, index) => (index % 2 === 0 ? LONG_WORD : '株式会社日本経済大学前'))
  await choose(page, csv(`${LONG_WORD}.csv`, [columns, row, row].map((cells) => cells.join(';')).join('\n')))
  await page.getByRole('heading', { name: 'Assign columns' }).waitFor()
  await page.getByLabel(`Field of column ${LONG_WORD} 0`, { exact: true }).selectOption('customerName')
  await page.getByLabel(`Field of column ${LONG_WORD} 1`, { exact: true }).selectOption('dueDate')
  await page.getByLabel(`Field of column ${LONG_WORD} 2`, { exact: true }).selectOption('dueDate')
  await page.getByText('Another column is assigned to Due date.').waitFor()
  const isTouch = viewport === PHONE
  const faults = [
    ...(await geometryFaults(page, { isTouch, areControlsSeen: true })),
    ...(await accessibilityProblems(page)),
  ]
  await page.getByLabel(`Field of column ${LONG_WORD} 2`, { exact: true }).selectOption('lines.unitPrice')
  await page.getByRole('link', { name: 'Check file' }).click()
  await page.getByRole('table', { name: 'Errors' }).waitFor()
  faults.push(
    ...(await geometryFaults(page, { isTouch, areControlsSeen: true })),
    ...(await accessibilityProblems(page)),
  )

  expect([...complaints, ...faults]).toEqual([])
  await close()
})
