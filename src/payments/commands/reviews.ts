import type { Command } from 'commander'
import type { Actor } from '../../kernel/actor.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, plainText } from '../../kernel/reading/text-readers.ts'
import { listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { harmless } from '../../platform/command-line/terminal.ts'
import { findAnyPayments } from '../attempts/any-payment-store.ts'
import { carryOut } from '../attempts/carry-out.ts'
import type { Payment } from '../attempts/payment-store.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import { TEXT_LENGTH_MAX } from '../http/contract.ts'
import type { PaymentWithAttempts } from '../http/present-payment.ts'
import { withAttempts } from '../http/with-attempts.ts'
import { isOpen } from '../model/attempt.ts'
import { type Decision, FOLLOW_UP_OF, startDecision } from '../reviews/decide-review.ts'
import {
  getNamedPayment,
  type PaymentCommandDeps,
  type PaymentConfig,
  type PaymentOption,
  refuseUnknown,
  withPayments,
} from './with-payments.ts'
import { inWords, paymentJson, reviewTable } from './written-payment.ts'

export function addReviewCommands(program: Command, run: RunCommand<PaymentConfig>): void {
  const reviews = program.command('reviews').description('list payments under fraud review and decide on them')

  run(
    reviews
      .command('list')
      .description('list payments under review, newest first')
      .option('--organization <id>', 'only those of one organization')
      .option('--limit <number>', 'maximum number of payments, 1 to 1000 (default: 50)'),
    list,
  )
  for (const { decision, description } of DECISIONS) {
    run(
      reviews
        .command(`${decision} <paymentId>`)
        .description(description)
        .option('--comment <text>', 'kept with the payment and in the reports')
        .option('--organization <id>', 'whose payment it is'),
      (deps: CommandDeps<PaymentConfig>, option: PaymentOption) => decide(deps, option, decision),
    )
  }
}

const DECISIONS = [
  { decision: 'accept', description: 'accept a payment under review: it is captured' },
  { decision: 'reject', description: 'reject a payment under review: what was authorized is given back' },
] as const

const LISTED = members({ limit: listLimit })

async function list(deps: CommandDeps<PaymentConfig>, options: { readonly organization?: string }): Promise<Output> {
  const { organization: organizationId } = options
  const { limit } = readOptions(LISTED, options)
  const reviews = await withPayments(deps, async ({ database: { db } }) => {
    await refuseUnknown(db, organizationId)
    return findAnyPayments(db, { organizationId, status: 'REVIEW' }, { limit })
  })
  return {
    json: { reviews: reviews.map((payment) => paymentJson({ payment, attempts: [], disputes: [] })) },
    text: reviews.length === 0 ? 'No payments under review.' : reviewTable(reviews),
  }
}

const COMMENT = members({ comment: optional(given(plainText(TEXT_LENGTH_MAX))) })

async function decide(
  deps: CommandDeps<PaymentConfig>,
  option: PaymentOption,
  decision: Decision['decision'],
): Promise<Output> {
  const { comment } = readOptions(COMMENT, option)
  return withPayments(deps, async (acting) => {
    const { db } = acting.database
    const payment = await getNamedPayment(db, option)
    const { organizationId, paymentId } = payment
    await carryOutDecision(acting, { organizationId, by: acting.by }, payment, { paymentId, decision, comment })
    const [after] = await withAttempts(db, await findAnyPayments(db, { organizationId, paymentId }, { limit: 1 }))
    const decided = after ?? { payment, attempts: [], disputes: [] }
    return { json: paymentJson(decided), text: decisionText(decided), isFailure: failureOf(decided) !== undefined }
  })
}

/** Decides, or carries out the missing steps of the same decision if it was made before. */
async function carryOutDecision(
  acting: PaymentCommandDeps,
  actor: Actor,
  payment: Payment,
  asked: Decision,
): Promise<void> {
  const { database } = acting
  const isMade = payment.details.review?.decision === asked.decision
  if (isMade && payment.status === DECIDED[asked.decision]) return
  const [known] = await withAttempts(database.db, [payment])
  const running = known?.attempts.find((attempt) => attempt.kind === FOLLOW_UP_OF[asked.decision] && isOpen(attempt))
  const attempt = running ?? (await startDecision(acting, database, actor, asked)).attempt
  await carryOut(acting, followUpEffects, actor, attempt)
}

const DECIDED = { accept: 'COMPLETED', reject: 'REJECTED' } as const

/** Why the decision was not carried out; undefined while it may still be. */
function failureOf({ payment: { status, details } }: PaymentWithAttempts): string | undefined {
  return status === 'REVIEW' ? details.review?.failure : undefined
}

function decisionText(decided: PaymentWithAttempts): string {
  const { paymentId, organizationId, status, amount, invoiceNumber } = decided.payment
  const which = `the payment ${paymentId} of ${inWords(amount)} for the invoice ${invoiceNumber} of ${organizationId}`
  const failure = failureOf(decided)
  if (failure !== undefined)
    return harmless(`The processor refused: ${failure}. ${capital(which)} is still under review.`)
  if (status === 'REVIEW') {
    return harmless(`Decided on ${which}. The processor has not answered; the running service asks it again.`)
  }
  return harmless(`${status === 'COMPLETED' ? 'Accepted' : 'Rejected'} ${which}.`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
