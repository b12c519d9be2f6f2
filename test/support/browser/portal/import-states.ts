import type { Page } from 'playwright-core'
import { JAPANESE_CUSTOMER, LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, answer, click, dialog, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const PATH = '/o/shop/invoices/-/imports'
const HEADER = ['reference', 'customerName', 'customerEmail', 'dueDate', 'totalAmount', 'currency', 'description']
const OTHERS = Array.from({ length: 33 }, (_, index) => `${LONG_WORD} ${index + 1}`)
const ROWS = [
  [LONG_WORD, LONG_CUSTOMER.name, LONG_CUSTOMER.email, '2026-04-01', '7654321098.76', 'USD', 'Engine'],
  ['2', JAPANESE_CUSTOMER.name, 'keiri@tokyo.example', '2026-04-31', '765432109876', 'JPY', PARAGRAPH],
  ['3', LONG_WORD, LONG_WORD, '03/04/2026', '1.000', 'KWD', 'Engine'],
]

/** Forty columns with names of 55 letters. */
const FILE = [
  [...HEADER, ...OTHERS],
  ...ROWS.map((row) => [...row, ...OTHERS.map((_, index) => (index % 2 === 0 ? LONG_WORD : '株式会社日本'))]),
]
  .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
  .join('\n')

const upload = (content: string) => (page: Page) =>
  page.setInputFiles('.file-picker input', {
    ...{ name: `${LONG_WORD}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) },
  })

const toColumns = acts(upload(FILE), see('.import-columns'))
const toCheck = acts(toColumns, click('.import-actions a'), see('.table.problems'))

/** A file whose run the network tells of. */
function aRun(status: 'RUNNING' | 'COMPLETED' | 'STOPPED', more: object = {}) {
  const importId = `00000000-0000-4000-8000-0000000000${status.length}0`
  const file = {
    ...{ importId, fileName: `${LONG_WORD}.csv`, status, createdDate: '2026-03-09T10:00:00Z' },
    ...{ orderedBy: { kind: 'user', name: LONG_WORD }, delimiter: ',', columns: [], isRemembered: false },
    ...{ rows: { total: 20_000, done: 12_345 }, invoices: { imported: 12_338, repeated: 1_000, failed: 7 } },
    ...{ options: { mapping: {}, defaults: {}, delivery: 'send' }, ...more },
  }
  const problem = {
    column: LONG_WORD,
    field: 'customerEmail',
    reason: 'INVALID_DATA',
    message: 'must be a mail address',
  }
  const results = Array.from({ length: 7 }, (_, index) => ({
    ...{ line: 10 ** index, outcome: 'FAILED', problems: [{ ...problem, line: 10 ** index }] },
  }))
  return {
    path: `${PATH}/${importId}`,
    before: acts(
      answer(`**/portal/v1/invoice-imports/${importId}?*`, 200, file),
      answer(`**/portal/v1/invoice-imports/${importId}/results?*`, 200, { results }),
    ),
  }
}

/** Invoices from a file. */
export function importStates(): readonly PortalState[] {
  const page = { path: PATH, ready: '.drop' }
  const stop = { reason: 'REQUESTED', message: '' }
  return [
    { name: 'import', ...page },
    { name: 'import-viewer', as: 'viewer', path: PATH, ready: '.state' },
    { name: 'import-refused', ...page, act: acts(upload('a,a\n1,2'), see('.file-picker .problem')) },
    { name: 'import-columns', ...page, act: toColumns },
    { name: 'import-check', ...page, act: toCheck },
    { name: 'import-delete', ...page, act: acts(toColumns, dialog('.page-head button')) },
    { name: 'import-running', ...aRun('RUNNING'), ready: 'progress' },
    { name: 'import-done', ...aRun('COMPLETED', { mails: { waiting: 12_000 } }), ready: '.table.problems' },
    { name: 'import-stopped', ...aRun('STOPPED', { stop }), ready: '.table.problems' },
  ]
}
