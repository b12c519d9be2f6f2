import type { Mode } from '../../kernel/mode.ts'
import { configuredProcessor, countOverdueAttempts } from '../../payments/index.ts'
import type { Stores } from '../../platform/stores/stores.ts'

type Finding = { readonly state: 'ok' | 'warning'; readonly message: string }

type PaymentStores = Pick<Stores, 'database' | 'secrets'>

/** Says which processor is configured, and whether it owes answers. */
export async function checkPayments(
  { database, secrets }: PaymentStores,
  mode: Mode,
  baseUrl: string,
): Promise<Finding> {
  const { name } = configuredProcessor({ mode, database, secrets, baseUrl })
  const processor = PROCESSORS[name] ?? { state: 'ok', message: name }
  const { charges, refunds, others, oldestSeconds } = await countOverdueAttempts(database.db)
  const overdue = [
    ...counted(charges, 'charge'),
    ...counted(refunds, 'refund'),
    ...counted(others, 'capture or reversal', 'captures or reversals'),
  ]
  if (overdue.length === 0) return processor
  const hours = (oldestSeconds / 3600).toFixed(1)
  const words = `${overdue.join(', ')} without an outcome, the oldest for ${hours} h`
  return { state: 'warning', message: `${processor.message}; ${words}: see "quittance payments list --attempts"` }
}

const PROCESSORS: Readonly<Record<string, Finding>> = {
  sandbox: { state: 'ok', message: 'sandbox: moves no money' },
  none: { state: 'warning', message: 'none is configured: nothing can be paid' },
}

function counted(count: number, one: string, many = `${one}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}
