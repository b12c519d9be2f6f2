import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { CommandDeps } from '../../platform/command-line/run-command.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findAnyPayments } from '../attempts/any-payment-store.ts'
import type { Payment } from '../attempts/payment-store.ts'
import { configuredProcessors } from '../configured-processors.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export type PaymentConfig = PlatformConfig & PaymentDeps['config']
export type PaymentCommandDeps = PaymentDeps & { readonly by: AuditActor }

/**
 * Runs the work with the installation's processors. Report records wait in PostgreSQL until a service runs, so the
 * record store is not needed.
 */
export async function withPayments<T>(
  deps: CommandDeps<PaymentConfig>,
  work: (deps: PaymentCommandDeps) => Promise<T>,
): Promise<T> {
  const { config, log } = deps
  return withPostgres(deps, async ({ db: database, secrets, mode, clock, machineClock, by }) => {
    const processors = configuredProcessors({ mode, database, secrets, clock, baseUrl: config.baseUrl })
    return work({ database, secrets, clock, machineClock, processors, log, config, by })
  })
}

export type PaymentOption = { readonly paymentId: string; readonly organization?: string }

/** Finds the payment that a command names; its organization is needed only if two have one with this id. */
export async function getNamedPayment(db: Db, { paymentId, organization }: PaymentOption): Promise<Payment> {
  await refuseUnknown(db, organization)
  const found = await findAnyPayments(db, { paymentId, organizationId: organization }, { limit: 2 })
  const [payment] = found
  if (payment === undefined) throw new AppError('not-found', 'NOT_FOUND', 'Payment not found.')
  if (found.length === 1) return payment
  throw new AppError('invalid', 'AMBIGUOUS', 'Several organizations have a payment with this id: use --organization.')
}

/** Refuses the id of an organization that does not exist, rather than listing nothing. */
export async function refuseUnknown(db: Db, organizationId: string | undefined): Promise<void> {
  if (organizationId !== undefined) await getOrganization(db, organizationId)
}
