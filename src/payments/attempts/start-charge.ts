import { reserveAmount } from '../../invoicing/index.ts'
import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Money } from '../../kernel/money.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addressPlaceOf, admitAttempt, TooManyAttempts } from '../declines/admit-attempt.ts'
import { type AddressPlace, endPromises, savePromises } from '../declines/decline-store.ts'
import type { Attempt, Payer } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { MethodName } from '../port/port.ts'
import { getAttemptOfRequest, insertAttempt } from './attempt-store.ts'
import { newRequestId } from './request-id.ts'

export type NewCharge = {
  readonly invoiceNumber: string
  /** The same when the payer clicks twice, reloads or goes back. */
  readonly requestKey: string
  readonly amount: Money
  readonly processor: string
  readonly account: string
  readonly method: MethodName
  readonly isHosted: boolean
  /** The token that the merchant charges; undefined if a payer pays. */
  readonly tokenId: string | undefined
  readonly payer: Payer
  /** The payer's network address. After declined attempts it has to wait; without an address there is no wait. */
  readonly address?: string
}

export type StartedCharge = {
  readonly attempt: Attempt
  /** False for a repetition of a request whose attempt exists already; the processor must not be called. */
  readonly isNew: boolean
}

/** Reserves the amount and records the attempt, before the processor is called. */
export async function startCharge(
  deps: PaymentDeps,
  actor: Actor,
  { address, ...charge }: NewCharge,
): Promise<StartedCharge> {
  const attempt = newAttempt(deps, actor, { ...charge, payer: withAddress(charge.payer, address) })
  const place = address === undefined ? undefined : addressPlaceOf(deps.secrets, attempt, address)
  try {
    return await deps.database.transaction((tx) => startIn(tx, { deps, actor, attempt, place }))
  } catch (error) {
    // The attempt is rolled back; how long its payer was asked to wait is kept.
    if (error instanceof TooManyAttempts && place !== undefined) await keepPromise(deps, place, error)
    throw error
  }
}

/** The address from which a consent was given is part of the evidence; of other payers it is not kept. */
function withAddress(payer: Payer, address: string | undefined): Payer {
  if (payer.consent === undefined || address === undefined) return payer
  return { ...payer, consent: { ...payer.consent, address } }
}

/** The same in the caller's transaction, for a charge of the merchant's own, which never waits. */
export async function startChargeWithin(
  tx: Tx,
  deps: PaymentDeps,
  actor: Actor,
  charge: Omit<NewCharge, 'address'>,
): Promise<StartedCharge> {
  return startIn(tx, { deps, actor, attempt: newAttempt(deps, actor, charge), place: undefined })
}

type Start = {
  readonly deps: PaymentDeps
  readonly actor: Actor
  readonly attempt: Attempt
  readonly place: AddressPlace | undefined
}

async function startIn(tx: Tx, { deps, actor, attempt, place }: Start): Promise<StartedCharge> {
  const { invoiceNumber, amount } = attempt
  // The table takes nothing else.
  if (amount.minor <= 0n) throw actionNotAllowed('The amount of a payment must be positive.', ['amount'])
  // Inserted first: a repetition waits here for the original, and does not see its reservation.
  const isNew = await insertAttempt(tx, attempt, place)
  if (!isNew) return { attempt: await getAttemptOfRequest(tx, attempt), isNew }
  await refuseSuspended(tx, actor)
  const admission = place && (await admitAttempt(tx, place, attempt))
  if (admission?.outcome === 'wait') throw new TooManyAttempts(admission)
  await reserveAmount(tx, deps, actor, { invoiceNumber, amount })
  // After the invoice is locked, as everywhere, so that two transactions never wait for each other.
  if (place !== undefined && admission?.usesWait === true) await endPromises(tx, place)
  return { attempt, isNew }
}

async function keepPromise(
  { database }: PaymentDeps,
  place: AddressPlace,
  { admission }: TooManyAttempts,
): Promise<void> {
  const { others, network } = admission.promises
  if (others !== undefined || network !== undefined) await savePromises(database.db, place, admission.promises)
}

async function refuseSuspended(tx: Tx, { organizationId }: Actor): Promise<void> {
  const { suspendedBy } = await getOrganization(tx, organizationId)
  if (suspendedBy === undefined) return
  throw new AppError('forbidden', 'ORGANIZATION_SUSPENDED', 'The merchant does not accept payments at the moment.')
}

function newAttempt({ clock }: PaymentDeps, { organizationId }: Actor, charge: Omit<NewCharge, 'address'>): Attempt {
  const at = clock.now()
  const attemptId = newRequestId(at)
  return {
    ...charge,
    organizationId,
    attemptId,
    kind: 'charge',
    paymentId: attemptId,
    status: 'started',
    isReserved: true,
    declineReason: undefined,
    facts: undefined,
    challengeUrl: undefined,
    note: undefined,
    createdAt: at,
    changedAt: at,
  }
}
