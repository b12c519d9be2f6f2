import { table } from '../src/platform/command-line/terminal.ts'
import { benchAgenda } from './agenda-bench.ts'
import { benchBackup } from './backup-bench.ts'
import { benchDemo } from './demo-bench.ts'
import { benchEngine } from './engine-bench.ts'
import { benchFairness } from './fairness-bench.ts'
import { type Bench, barText, type Figure, isReached, ratioOf } from './figure.ts'
import { benchHttp } from './http-bench.ts'
import { benchInvoicing } from './invoicing-bench.ts'
import { benchMessages } from './messages-bench.ts'
import { benchOnDemand } from './on-demand-bench.ts'
import { benchOutbox } from './outbox-bench.ts'
import { benchPage } from './page-bench.ts'
import { benchPayments } from './payments-bench.ts'
import { benchPdf } from './pdf-bench.ts'
import { benchPortal } from './portal-bench.ts'
import { benchPortalEditor } from './portal-editor-bench.ts'
import { benchPortalHome } from './portal-home-bench.ts'
import { benchPortalPreviews } from './portal-previews-bench.ts'
import { benchPortalSignIn } from './portal-sign-in-bench.ts'
import { benchPortalTransactions } from './portal-transactions-bench.ts'
import { benchRecords } from './records-bench.ts'
import { benchReports } from './reports-bench.ts'
import { benchSlowReaders } from './slow-readers-bench.ts'
import { benchStart } from './start-bench.ts'
import { benchSubscriptions } from './subscriptions-bench.ts'
import { benchWideReports } from './wide-reports-bench.ts'

/**
 * `npm run bench [name…] [--json]`: our figure compared with the limit's, as a ratio, and whether it reaches its bar.
 * `sizes.ts` has the variables for smaller runs.
 */

const BENCHES: Readonly<Record<string, Bench>> = {
  start: benchStart,
  http: benchHttp,
  'slow-readers': benchSlowReaders,
  engine: benchEngine,
  agenda: benchAgenda,
  backup: benchBackup,
  invoicing: benchInvoicing,
  payments: benchPayments,
  demo: benchDemo,
  messages: benchMessages,
  outbox: benchOutbox,
  page: benchPage,
  pdf: benchPdf,
  portal: benchPortal,
  'portal-editor': benchPortalEditor,
  'portal-home': benchPortalHome,
  'portal-previews': benchPortalPreviews,
  'portal-sign-in': benchPortalSignIn,
  'portal-transactions': benchPortalTransactions,
  records: benchRecords,
  reports: benchReports,
  'wide-reports': benchWideReports,
  subscriptions: benchSubscriptions,
  'on-demand': benchOnDemand,
  fairness: benchFairness,
}

const [names, options] = [
  process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
  process.argv.slice(2).filter((argument) => argument.startsWith('--')),
]
const wanted = names.length === 0 ? Object.keys(BENCHES) : names
const unknown = wanted.filter((name) => BENCHES[name] === undefined)
if (unknown.length > 0 || options.some((option) => option !== '--json')) {
  process.stderr.write(`usage: npm run bench [${Object.keys(BENCHES).join(' | ')}]… [--json]\n`)
  process.exit(2)
}

type NamedFigure = Figure & { readonly bench: string }

const figures: NamedFigure[] = []
for (const name of wanted) {
  for (const figure of (await BENCHES[name]?.()) ?? []) figures.push({ bench: name, ...figure })
}
process.stdout.write(`${options.includes('--json') ? asJson() : asText()}\n`)

function asJson(): string {
  const lines = figures.map((figure) => ({
    ...figure,
    ratio: Number(ratioOf(figure).toFixed(3)),
    isReached: isReached(figure),
  }))
  return JSON.stringify(lines, null, 2)
}

function asText(): string {
  const head = ['bench', 'what', 'ours', 'limit', 'unit', 'ratio', 'bar', 'reached', 'the limit is']
  const rows = figures.map((figure) => [
    figure.bench,
    figure.what,
    readable(figure.ours),
    readable(figure.limit),
    figure.unit,
    ratioOf(figure).toFixed(2),
    barText(figure),
    { true: 'yes', false: 'NO', undefined: '-' }[`${isReached(figure)}`],
    figure.limitIs,
  ])
  return table([head, ...rows])
}

function readable(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2)
}
