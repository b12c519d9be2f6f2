import { countWithoutAuthentication } from '../../invoicing/index.ts'
import type { Mode } from '../../kernel/mode.ts'
import { configuredProcessors, countOverdueAttempts } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Stores } from '../../platform/stores/stores.ts'

type Finding = { readonly state: 'ok' | 'warning'; readonly message: string }

type Processor = ReturnType<typeof configuredProcessors>['all'][number]
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
  const hours = (oldestSeconds / 3600).toFixed(1)
  const remarks = [
    ...(overdue.length === 0
      ? []
      : [
          `${overdue.join(', ')} without an outcome, the oldest for ${hours} h: see "quittance payments list --attempts"`,
        ]),
    ...(all.some(authenticatesPayers) ? unauthenticated(await countWithoutAuthentication(database.db)) : []),
  ]
  if (remarks.length === 0) return processors
  return { state: 'warning', message: [processors.message, ...remarks].join('; ') }
}

function authenticatesPayers({ capabilities }: Processor): boolean {
  return capabilities({ organizationId: '', account: '', currency: 'USD' }).authenticatedMethods.length > 0
}

function unauthenticated(merchants: number): readonly string[] {
  return counted(merchants, 'merchant').map(
    (words) => `3-D Secure is off for ${words} although the processor offers it: see payerAuthenticationInInvoicing`,
  )
}

const NONE: Finding = { state: 'warning', message: 'none is configured: nothing can be paid' }

const NOTES: Readonly<Record<string, string>> = { sandbox: 'sandbox: moves no money' }

function counted(count: number, one: string, many = `${one}s`): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}
