import { table } from '../src/main/terminal.ts'
import { benchAgenda } from './agenda-bench.ts'
import { benchDemo } from './demo-bench.ts'
import { benchEngine } from './engine-bench.ts'
import { type Bench, type Figure, ratioOf } from './figure.ts'
import { benchHttp } from './http-bench.ts'
import { benchInvoicing } from './invoicing-bench.ts'
import { benchOnDemand } from './on-demand-bench.ts'
import { benchOutbox } from './outbox-bench.ts'
import { benchRecords } from './records-bench.ts'
import { benchReports } from './reports-bench.ts'
import { benchStart } from './start-bench.ts'
import { benchSubscriptions } from './subscriptions-bench.ts'

/** `npm run bench [name…] [--json]`: our figure beside the limit's, as a ratio. */

const BENCHES: Readonly<Record<string, Bench>> = {
  start: benchStart,
  http: benchHttp,
  engine: benchEngine,
  agenda: benchAgenda,
  invoicing: benchInvoicing,
  demo: benchDemo,
  outbox: benchOutbox,
  records: benchRecords,
  reports: benchReports,
  subscriptions: benchSubscriptions,
  'on-demand': benchOnDemand,
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

const figures: (Figure & { readonly bench: string; readonly ratio: number })[] = []
for (const name of wanted) {
  for (const figure of (await BENCHES[name]?.()) ?? []) {
    figures.push({ bench: name, ...figure, ratio: Number(ratioOf(figure).toFixed(3)) })
  }
}
process.stdout.write(
  `${options.includes('--json') ? JSON.stringify(figures, null, 2) : asText()}\n`,
)

function asText(): string {
  const head = ['bench', 'what', 'ours', 'limit', 'unit', 'ratio', 'the limit is']
  const rows = figures.map(({ bench, what, ours, limit, unit, ratio, limitIs }) => [
    bench,
    what,
    readable(ours),
    readable(limit),
    unit,
    ratio.toFixed(2),
    limitIs,
  ])
  return table([head, ...rows])
}

function readable(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2)
}
