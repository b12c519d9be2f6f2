import type { Command } from 'commander'
import { formatMoney } from '../../kernel/money.ts'
import { members } from '../../kernel/reading/reading.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { alertAcknowledgement, lockOpenAlerts, type OpenAlert } from '../notices/alert-store.ts'
import { type PaymentCommandDeps, type PaymentConfig, refuseUnknown, withPayments } from './with-payments.ts'
import { inWords } from './written-payment.ts'

/** Adds `alerts` to the commands about payments. */
export function addAlertCommand(payments: Command, run: RunCommand<PaymentConfig>): void {
  run(
    payments
      .command('alerts')
      .description('list open alerts, oldest first; with --acknowledge, close those that are listed')
      .option('--organization <id>', 'only those of one organization')
      .option('--acknowledge', 'somebody has looked at them')
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    listAlerts,
  )
}

type AlertOptions = { readonly organization?: string; readonly acknowledge?: boolean }

const LISTED = members({ limit: listLimit })

async function listAlerts(deps: CommandDeps<PaymentConfig>, options: AlertOptions): Promise<Output> {
  const { limit } = readOptions(LISTED, options)
  const { organization: organizationId, acknowledge = false } = options
  return withPayments(deps, async (acting) => {
    await refuseUnknown(acting.database.db, organizationId)
    const alerts = await acting.database.transaction(async (tx) => {
      const open = await lockOpenAlerts(tx, { organizationId, limit })
      // One by one: a statement for a thousand would be too large.
      for (const alert of acknowledge ? open : []) await writeTogether(tx, acknowledgement(acting, alert))
      return open
    })
    const done = acknowledge ? `\n\nAcknowledged ${alerts.length}.` : ''
    return {
      json: { acknowledged: acknowledge, alerts: alerts.map(alertJson) },
      text: alerts.length === 0 ? 'No open alerts.' : `${table(alerts.map(alertRow))}${done}`,
    }
  })
}

function acknowledgement({ machineClock, by }: PaymentCommandDeps, alert: OpenAlert) {
  const { alertId, kind } = alert
  const action = 'payment.alert-acknowledged'
  return [
    alertAcknowledgement(alert, machineClock.now()),
    ...paymentAudit({ machineClock }, { by, action, payment: alert, details: { alertId, kind } }),
  ]
}

function alertRow({ raisedAt, kind, organizationId, invoiceNumber, paymentId, amount }: OpenAlert): string[] {
  return [raisedAt.toString(), kind, organizationId, invoiceNumber, paymentId, inWords(amount)]
}

function alertJson({ amount, raisedAt, ...alert }: OpenAlert) {
  return { ...alert, amount: formatMoney(amount), currency: amount.currency, raisedAt: raisedAt.toString() }
}
