import type { Mode } from '../../kernel/mode.ts'
import { configuredProcessors, countOverdueAttempts } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Stores } from '../../platform/stores/stores.ts'

type Finding = { readonly state: 'ok' | 'warning'; readonly message: string }

type PaymentStores = Pick<Stores, 'database' | 'secrets'>

/** Says which processors are configured, and whether they owe answers. */
export async function checkPayments(
  { database, secrets }: PaymentStores,
  mode: Mode,
  baseUrl: string,
): Promise<Finding> {
  const { all } = configuredProcessors({ mode, database, secrets, clock: systemClock, baseUrl })
  const names = all.map(({ name }) => NOTES[name] ?? name).join(', ')
  const processors: Finding = all.length === 0 ? NONE : { state: 'ok', message: names }
  const { charges, refunds, others, oldestSeconds } = await countOverdueAttempts(database.db)
  const overdue = [
    ...counted(charges, 'charge'),
    ...counted(refunds, 'refund'),
    ...counted(others, 'capture or reversal', 'captures or reversals'),
  ]
  if (overdue.length === 0) return processors
  const hours = (oldestSeconds / 3600).toFixed(1)
  const words = `${overdue.join(', ')} without an outcome, the oldest for ${hours} h`
  return { state: 'warning', message: `${processors.message}; ${words}: see "quittance payments list --attempts"` }
}

const NONE: Finding = { state: 'warning', message: 'none is configured: nothing can be paid' }

const NOTES: Readonly<Record<string, string>> = { sandbox: 'sandbox: moves no money' }

function counted(count: number, one: string, many = `${one}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}
