import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { dayOrInstant, listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { harmless } from '../../platform/command-line/terminal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findAnyAttempts, findAnyPayments } from '../attempts/any-payment-store.ts'
import { carryOut } from '../attempts/carry-out.ts'
import { PAYMENT_STATUSES } from '../attempts/payment-store.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import { presentRefund, refundStatusOf } from '../http/present-payment.ts'
import { amountReader } from '../http/read-amount.ts'
import { withAttempts } from '../http/with-attempts.ts'
import { ATTEMPT_STATUSES, type Attempt, isOpen } from '../model/attempt.ts'
import { startRefund } from '../refunds/start-refund.ts'
import { addAlertCommand } from './alerts.ts'
import {
  getNamedPayment,
  type PaymentConfig,
  type PaymentOption,
  refuseUnknown,
  withPayments,
} from './with-payments.ts'
import { attemptJson, attemptTable, inWords, paymentJson, paymentTable, paymentText } from './written-payment.ts'

const KEY_LENGTH_MAX = 100

export function addPaymentCommands(program: Command, run: RunCommand<PaymentConfig>): void {
  const payments = program.command('payments').description('list, show and refund payments; list alerts')

  run(
    payments
      .command('list')
      .description('list payments, newest first, or with --attempts every call to the processor')
      .option('--organization <id>', 'only those of one organization')
      .option('--invoice <number>', 'only those of one invoice')
      .option('--status <status>', 'only those with one status, such as COMPLETED; of attempts, such as unknown')
      .option('--since <time>', 'from this date or instant on, such as 2026-03-09 or 2026-03-09T10:00:00Z')
      .option('--until <time>', 'before this date or instant')
      .option('--attempts', 'list charges, captures, reversals and refunds, declined ones included')
      .option('--limit <number>', 'maximum number, 1 to 1000 (default: 50)'),
    list,
  )
  run(
    payments
      .command('show <paymentId>')
      .description('show a payment and what was done to it; also takes the id of an attempt')
      .option('--organization <id>', 'whose payment it is'),
    show,
  )
  addAlertCommand(payments, run)
  run(
    payments
      .command('refund <paymentId>')
      .description('refund a payment; without --amount, all that is left')
      .option('--amount <amount>', 'how much, in the payment’s currency, such as 12.50')
      .option('--reason <text>', 'why; shown with the payment')
      .option('--key <text>', 'a name of your choice: the same command with the same key refunds once')
      .option('--organization <id>', 'whose payment it is'),
    refund,
  )
}

const TIMES = { since: optional(given(dayOrInstant)), until: optional(given(dayOrInstant)), limit: listLimit }
const PAYMENTS_LISTED = members({ ...TIMES, status: optional(given(oneOf(PAYMENT_STATUSES))) })
const ATTEMPTS_LISTED = members({ ...TIMES, status: optional(given(oneOf(ATTEMPT_STATUSES))) })

type ListOptions = { readonly organization?: string; readonly invoice?: string; readonly attempts?: boolean }

async function list(deps: CommandDeps<PaymentConfig>, options: ListOptions): Promise<Output> {
  const whose = { organizationId: options.organization, invoiceNumber: options.invoice }
  if (options.attempts === true) return listAttempts(deps, whose, options)
  const { limit, ...filter } = readOptions(PAYMENTS_LISTED, options)
  const payments = await withPayments(deps, async ({ database: { db } }) => {
    await refuseUnknown(db, whose.organizationId)
    return findAnyPayments(db, { ...whose, ...filter }, { limit })
  })
  return {
    json: { payments: payments.map((payment) => paymentJson({ payment, attempts: [], disputes: [] })) },
    text: payments.length === 0 ? 'No payments.' : paymentTable(payments),
  }
}

type Whose = { readonly organizationId: string | undefined; readonly invoiceNumber: string | undefined }

async function listAttempts(deps: CommandDeps<PaymentConfig>, whose: Whose, options: ListOptions): Promise<Output> {
  const { limit, ...filter } = readOptions(ATTEMPTS_LISTED, options)
  const attempts = await withPayments(deps, async ({ database: { db } }) => {
    await refuseUnknown(db, whose.organizationId)
    return findAnyAttempts(db, { ...whose, ...filter }, { limit })
  })
  return {
    json: { attempts: attempts.map(attemptJson) },
    text: attempts.length === 0 ? 'No attempts.' : attemptTable(attempts),
  }
}

async function show(deps: CommandDeps<PaymentConfig>, option: PaymentOption): Promise<Output> {
  return withPayments(deps, async ({ database: { db } }) => {
    const attempt = await findNamedAttempt(db, option)
    if (attempt !== undefined && attempt.payment === undefined) {
      const { attempts } = attempt
      return { json: { payment: null, attempts: attempts.map(attemptJson) }, text: attemptTable(attempts) }
    }
    const payment = attempt?.payment ?? (await getNamedPayment(db, option))
    const [shown = { payment, attempts: [], disputes: [] }] = await withAttempts(db, [payment])
    const json = { payment: paymentJson(shown), attempts: shown.attempts.map(attemptJson) }
    return { json, text: paymentText(shown) }
  })
}

/** Finds the attempt that is named, with the payment that it belongs to; a declined charge has none. */
async function findNamedAttempt(db: Db, { paymentId: attemptId, organization }: PaymentOption) {
  const attempts = await findAnyAttempts(db, { attemptId, organizationId: organization }, { limit: 1 })
  const [attempt] = attempts
  if (attempt === undefined) return undefined
  const { organizationId, paymentId } = attempt
  const [payment] = await findAnyPayments(db, { organizationId, paymentId }, { limit: 1 })
  return { attempts, payment }
}

const REFUND = members({
  amount: optional(amountReader),
  reason: optional(given(plainText(TEXT_LENGTH_MAX))),
  key: optional(given(plainText(KEY_LENGTH_MAX))),
})

async function refund(deps: CommandDeps<PaymentConfig>, option: PaymentOption): Promise<Output> {
  const { amount, reason, key } = readOptions(REFUND, option)
  return withPayments(deps, async (acting) => {
    const { database, by } = acting
    const { organizationId, paymentId } = await getNamedPayment(database.db, option)
    const actor = { organizationId, by }
    const requested = { paymentId, amount, reason, ...(key === undefined ? {} : { requestKey: `command ${key}` }) }
    const { attempt } = await startRefund(acting, database, actor, requested)
    const refunded = isOpen(attempt) ? await carryOut(acting, followUpEffects, actor, attempt) : attempt
    return {
      json: { organizationId, paymentId, ...presentRefund(refunded) },
      text: refundText(refunded),
      isFailure: refundStatusOf(refunded) === 'FAILED',
    }
  })
}

function refundText(attempt: Attempt): string {
  const { attemptId, amount, paymentId, organizationId, declineReason } = attempt
  const what = `${inWords(amount)} of the payment ${paymentId} of ${organizationId}`
  const texts = {
    COMPLETED: `Refunded ${what}. The refund's id is ${attemptId}.`,
    PENDING: `Requested a refund of ${what}, id ${attemptId}. The processor has not answered; the running service asks it again.`,
    FAILED: `The processor refused to refund ${what}: ${declineReason ?? 'declined'}. Nothing was refunded.`,
  }
  return harmless(texts[refundStatusOf(attempt)])
}
