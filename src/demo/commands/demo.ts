import type { Command } from 'commander'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { findIdsBelow, getOrganization } from '../../organizations/index.ts'
import { absent, day, readOptions, refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { progress, table } from '../../platform/command-line/terminal.ts'
import { type RecordActingDeps, withRecordsToChange } from '../../platform/command-line/with-stores.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { clearDemo } from '../clear-demo.ts'
import type { DemoPlan } from '../generate-demo.ts'
import { type DemoReport, loadDemo } from '../load-demo.ts'
import { demoMerchants, demoOrganization } from './demo-merchants.ts'

export function addDemoCommand(program: Command, run: RunCommand): void {
  const command = program
    .command('demo')
    .description('create a year of sample payments for reports (sandbox mode only), or clear them')
    .option('--profile <name>', 'kind of data: shop-year (default)')
    .option('--organization <id>', 'partner, account or merchant (default: the sandbox’s partner)')
    .option('--from <date>', 'first day of the year, in UTC (default: 365 days ago)')
    .option('--transactions <number>', 'number of transactions; other records follow from them (default: 100000)')
    .option('--merchants <number>', 'number of merchants (default: 10)')
    .option('--seed <number>', 'random seed; the same seed gives the same data (default: 1)')
    .option('--clear', 'remove all demo data, or that of the organization and all below it')

  run(command, (deps, options: DemoOptions) => (options.clear ? clear(deps, options) : create(deps, options)))
}

type DemoOptions = { readonly organization?: string; readonly clear?: boolean }

const DAYS_OF_A_YEAR = 365
const FROM_MIN = Temporal.PlainDate.from('2000-01-01')

const CREATE_OPTIONS = members({
  profile: withDefault(given(oneOf(['shop-year'])), 'shop-year'),
  from: optional(given(day)),
  transactions: withDefault(given(wholeNumber(1, 20_000_000)), 100_000),
  merchants: optional(given(wholeNumber(1, 500))),
  seed: withDefault(given(wholeNumber(0, 2 ** 32 - 1)), 1),
})

const NOT_WITH_CLEAR = absent('cannot be combined with --clear')
const CLEAR_OPTIONS = members({
  profile: NOT_WITH_CLEAR,
  from: NOT_WITH_CLEAR,
  transactions: NOT_WITH_CLEAR,
  merchants: NOT_WITH_CLEAR,
  seed: NOT_WITH_CLEAR,
})

async function create(deps: CommandDeps, options: DemoOptions): Promise<Output> {
  refuseLive(deps.config.requestedMode)
  const input = readOptions(CREATE_OPTIONS, options)
  return withRecordsToChange(deps, async (acting) => {
    refuseLive(acting.mode)
    const startedAt = performance.now()
    const from = firstDay(acting, input.from)
    const organization = await demoOrganization(acting, options.organization)
    const { organizationId } = organization
    const plan: DemoPlan = {
      profile: input.profile,
      seed: input.seed,
      from: from.toString(),
      transactions: input.transactions,
      merchants: await demoMerchants(acting, organization, input.merchants),
    }
    const at = acting.clock.now()
    const report = await loadDemo(acting, { plan, organizationId, at, onProgress: showProgress() })
    const result = { organizationId, plan, report, ms: performance.now() - startedAt }
    return { json: asJson(result), text: asText(result) }
  })
}

function refuseLive(mode: Mode | undefined): void {
  if (mode === 'live') throw new StartupError('Demo data is not available in live mode.')
}

/** The year must be over by the product's clock. */
function firstDay({ clock }: RecordActingDeps, from: Temporal.PlainDate | undefined): Temporal.PlainDate {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const last = today.subtract({ days: DAYS_OF_A_YEAR })
  if (from === undefined) return last
  const isWithin = Temporal.PlainDate.compare(from, last) <= 0 && Temporal.PlainDate.compare(from, FROM_MIN) >= 0
  if (isWithin) return from
  throw refusedOption('from', `must be from ${FROM_MIN} to ${last}: the year that begins with it must be over`)
}

/** Shows the progress at every tenth. */
function showProgress(): (part: number) => void {
  let shown = 0
  return (part) => {
    const tenths = Math.floor(part * 10)
    if (tenths > shown && tenths < 10) progress(`${tenths * 10} % of the transactions are stored`)
    shown = Math.max(shown, tenths)
  }
}

type Result = {
  readonly organizationId: string
  readonly plan: DemoPlan
  readonly report: DemoReport
  readonly ms: number
}

function asJson({ organizationId, plan, report }: Result): object {
  const { merchants, ...rest } = plan
  return {
    organizationId,
    ...rest,
    to: lastDayOf(plan),
    merchants: merchants.map(({ merchantId }) => merchantId),
    isNew: report.isNew,
    records: report.records,
    totals: report.totals.map(({ purchased, refunded, ...total }) => ({
      ...total,
      purchased: formatMoney(purchased),
      refunded: formatMoney(refunded),
    })),
    otherTransactions: report.otherTransactions,
  }
}

function asText({ organizationId, plan, report, ms }: Result): string {
  const { merchants, from, seed } = plan
  const who =
    merchants.length === 1 ? merchants[0]?.merchantId : `${merchants.length} merchants below ${organizationId}`
  const counts = Object.entries(report.records)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const others = report.otherTransactions
  return [
    `A year of demo data for ${who}, ${from} to ${lastDayOf(plan)} (UTC), seed ${seed}:`,
    indented([...counts, ['all', all] as const].map(([kind, count]) => [kind, readable(count)])),
    indented([
      ['currency', 'purchases', 'amount', 'refunds', 'amount'],
      ...report.totals.map(({ currency, purchases, purchased, refunds, refunded }) => [
        currency,
        readable(purchases),
        readableMoney(purchased),
        readable(refunds),
        readableMoney(refunded),
      ]),
    ]),
    ...(others === 0 ? [] : [`These merchants have ${readable(others)} other demo transactions: see --clear.`]),
    report.isNew ? `Made in ${(ms / 1000).toFixed(1)} s.` : 'All of it existed already: nothing was changed.',
  ].join('\n\n')
}

function lastDayOf({ from }: DemoPlan): string {
  return Temporal.PlainDate.from(from)
    .add({ days: DAYS_OF_A_YEAR - 1 })
    .toString()
}

async function clear(deps: CommandDeps, options: DemoOptions): Promise<Output> {
  const { organization } = options
  readOptions(CLEAR_OPTIONS, options)
  const records = await withRecordsToChange(deps, async (acting) => {
    const { db } = acting.db
    if (organization === undefined) return clearDemo(acting, { merchantIds: undefined })
    await getOrganization(db, organization)
    return clearDemo(acting, { merchantIds: await findIdsBelow(db, organization, { type: 'merchant' }) })
  })
  return { json: { organizationId: organization ?? null, removed: records }, text: clearedText(records) }
}

function clearedText(records: Readonly<Record<string, number>>): string {
  const counts = Object.entries(records).filter(([, count]) => count > 0)
  if (counts.length === 0) return 'There is no demo data.'
  return [
    'Removed demo data:',
    indented(counts.map(([kind, count]) => [kind, readable(count)])),
    'The merchants that were created for it still exist.',
  ].join('\n\n')
}

function indented(rows: readonly (readonly string[])[]): string {
  return table(rows.map(([first = '', ...rest]) => [`  ${first}`, ...rest]))
}

function readable(count: number): string {
  return count.toLocaleString('en-US')
}

function readableMoney(money: Money): string {
  const digits = decimalsOfCurrency(money.currency) ?? 0
  return Number(formatMoney(money)).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
