import type { Command } from 'commander'
import { clearDemo, type DemoPlan, type DemoReport, loadDemo } from '../../demo/index.ts'
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { getOrganization, listOrganizations } from '../../organizations/index.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { demoMerchants, demoOrganization } from '../demo-merchants.ts'
import { absent, day, readOptions, refusedOption } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { progress, say, sayJson, table } from '../terminal.ts'
import { type RecordActingDeps, withStores } from '../with-stores.ts'

/** Data to try things with, on the command line. */
export function addCommands(program: Command): void {
  program
    .command('demo')
    .description('fill reports with a year of invented payments (sandbox mode only), or clear them')
    .option('--profile <name>', 'what is made up: shop-year (default)')
    .option('--organization <id>', 'partner, account or merchant (default: the sandbox’s partner)')
    .option('--from <date>', 'first day of the year, in UTC (default: 365 days ago)')
    .option('--transactions <number>', 'how many; the rest follows from them (default: 100000)')
    .option('--merchants <number>', 'how many merchants make them (default: 10)')
    .option('--seed <number>', 'another number, other data; the same, the same (default: 1)')
    .option('--clear', 'remove all demo data, or those of the organization and all below it')
    .option(...JSON_OPTION)
    .action((options: DemoOptions) => runCommand(demo, options))
}

export type DemoOptions = CommandOptions & {
  readonly profile?: string
  readonly organization?: string
  readonly from?: string
  readonly transactions?: string
  readonly merchants?: string
  readonly seed?: string
  readonly clear?: boolean
}

const PROFILES = ['shop-year'] as const
const DAYS_OF_A_YEAR = 365
const DEFAULTS = { transactions: 100_000, seed: 1 }
const BOUNDS = {
  transactions: { min: 1, max: 20_000_000 },
  merchants: { min: 1, max: 500 },
  seed: { min: 0, max: 2 ** 32 - 1 },
}
const ORGANIZATIONS_MAX = 100_000
const FROM_MIN = Temporal.PlainDate.from('2000-01-01')

const MADE = members({
  profile: withDefault(given(oneOf(PROFILES)), 'shop-year'),
  from: optional(given(day)),
  transactions: optional(given(wholeNumber(BOUNDS.transactions.min, BOUNDS.transactions.max))),
  merchants: optional(given(wholeNumber(BOUNDS.merchants.min, BOUNDS.merchants.max))),
  seed: optional(given(wholeNumber(BOUNDS.seed.min, BOUNDS.seed.max))),
})

const WITHOUT_MEANING = absent('has no meaning with --clear')
const CLEARED = members({
  profile: WITHOUT_MEANING,
  from: WITHOUT_MEANING,
  transactions: WITHOUT_MEANING,
  merchants: WITHOUT_MEANING,
  seed: WITHOUT_MEANING,
})

/** A year of invented records to look at reports with, or their removal. */
export async function demo(deps: CommandDeps, options: DemoOptions): Promise<number> {
  return options.clear ? clear(deps, options) : make(deps, options)
}

async function make(deps: CommandDeps, options: DemoOptions): Promise<number> {
  if (deps.config.mode === 'live') {
    throw new StartupError('There is no demo data in live mode: QUITTANCE_MODE is live.')
  }
  const asked = readOptions(MADE, options)
  return withStores(deps, async (acting) => {
    const startedAt = performance.now()
    const from = firstDay(acting, asked.from)
    const organization = await demoOrganization(acting, options.organization)
    const { organizationId } = organization
    const plan: DemoPlan = {
      profile: asked.profile,
      seed: asked.seed ?? DEFAULTS.seed,
      from: from.toString(),
      transactions: asked.transactions ?? DEFAULTS.transactions,
      merchants: await demoMerchants(acting, organization, asked.merchants),
    }
    const at = acting.clock.now()
    const report = await loadDemo(acting, { plan, organizationId, at, onProgress: tellProgress() })
    const told = { organizationId, plan, report, ms: performance.now() - startedAt }
    if (options.json) sayJson(asJson(told))
    else say(asText(told))
    return EXIT.done
  })
}

/** Nothing may lie in the future, by the product's clock. */
function firstDay({ clock }: RecordActingDeps, from: Temporal.PlainDate | undefined): Temporal.PlainDate {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const last = today.subtract({ days: DAYS_OF_A_YEAR })
  if (from === undefined) return last
  const isWithin = Temporal.PlainDate.compare(from, last) <= 0 && Temporal.PlainDate.compare(from, FROM_MIN) >= 0
  if (isWithin) return from
  throw refusedOption('from', `must be from ${FROM_MIN} to ${last}: the year that begins with it is to be over`)
}

/** Says at every tenth how far it is. */
function tellProgress(): (part: number) => void {
  let told = 0
  return (part) => {
    const tenths = Math.floor(part * 10)
    if (tenths > told && tenths < 10) progress(`${tenths * 10} % of the transactions are there`)
    told = Math.max(told, tenths)
  }
}

type Told = {
  readonly organizationId: string
  readonly plan: DemoPlan
  readonly report: DemoReport
  readonly ms: number
}

function asJson({ organizationId, plan, report }: Told): object {
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

function asText({ organizationId, plan, report, ms }: Told): string {
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
    report.isNew ? `Made in ${(ms / 1000).toFixed(1)} s.` : 'All of it was there before: nothing has changed.',
  ].join('\n\n')
}

function lastDayOf({ from }: DemoPlan): string {
  return Temporal.PlainDate.from(from)
    .add({ days: DAYS_OF_A_YEAR - 1 })
    .toString()
}

async function clear(deps: CommandDeps, options: DemoOptions): Promise<number> {
  const { organization } = options
  readOptions(CLEARED, options)
  const records = await withStores(deps, async (acting) => {
    const { db } = acting.db
    if (organization === undefined) return clearDemo(acting, { merchantIds: undefined })
    await getOrganization(db, organization)
    const below = await listOrganizations(db, { below: organization, limit: ORGANIZATIONS_MAX })
    const merchantIds = below.organizations
      .filter(({ type }) => type === 'merchant')
      .map(({ organizationId }) => organizationId)
    return clearDemo(acting, { merchantIds })
  })
  if (options.json) sayJson({ organizationId: organization ?? null, removed: records })
  else say(clearedText(records))
  return EXIT.done
}

function clearedText(records: Readonly<Record<string, number>>): string {
  const counts = Object.entries(records).filter(([, count]) => count > 0)
  if (counts.length === 0) return 'There are no demo data.'
  return [
    'Demo data were removed:',
    indented(counts.map(([kind, count]) => [kind, readable(count)])),
    'Merchants that were made for them are still there.',
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
