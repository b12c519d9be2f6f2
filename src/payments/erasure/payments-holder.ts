import { invoicesErasure } from '../../invoicing/index.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { keptMails } from '../../notifications/index.ts'
import { recordAudit } from '../../organizations/index.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { deleteSearches, findSearchesNaming } from '../search/search-erasure-store.ts'
import { revokeAtProcessor } from '../tokens/revoke-token.ts'
import { findTokenOfPayment, markRevoked } from '../tokens/token-store.ts'
import { erasePaymentWords, findPaymentsOfPayer, findPaymentsToErase } from './person-payment-store.ts'

/**
 * Input of payers and notes of merchants about payments, for payments of the person and of invoices to the person;
 * searches that name the person. It comes before the invoices, which no longer say whose they are afterwards.
 */
export function paymentsHolder(deps: PaymentDeps): PersonalDataHolder {
  return {
    name: 'payments',
    find: (sought) =>
      overOrganizations(sought, async (organizationId) => {
        const payments = new Set<string>()
        for await (const ids of paymentsOf(deps, sought, organizationId)) for (const id of ids) payments.add(id)
        const searches = await findSearchesNaming(deps.database.db, organizationId, sought.person)
        return held(payments.size, searches.length)
      }),
    erase: (sought, by) =>
      overOrganizations(sought, async (organizationId) => {
        let payments = 0
        let isRevoked = true
        for await (const ids of paymentsOf(deps, sought, organizationId)) {
          for (const paymentId of ids) {
            const place = { organizationId, paymentId }
            isRevoked = (await isAccountRevoked(deps, place)) && isRevoked
            payments += await erasePayment(deps, by, place)
          }
        }
        const searches = await findSearchesNaming(deps.database.db, organizationId, sought.person)
        await deleteSearches(deps.database.db, organizationId, searches)
        const found = held(payments, searches.length)
        return isRevoked ? found : { ...found, remaining: [...found.remaining, STORED_ACCOUNT] }
      }),
  }
}

function held(payments: number, searches: number): HeldData {
  const found = heldTogether(counted('payments', payments), counted('transaction searches', searches))
  return payments === 0 ? found : { ...found, remaining: [AT_THE_PROCESSOR] }
}

const AT_THE_PROCESSOR = {
  what: 'what the payment processor keeps about the person’s payments',
  why: 'it is the processor’s own data; ask the processor',
}

const STORED_ACCOUNT = {
  what: 'an account of the person that the payment processor has stored for later charges',
  why: 'the processor did not confirm that it is unusable; its reference is erased here. Ask the processor',
}

async function overOrganizations(
  { organizationIds }: SoughtPerson,
  work: (organizationId: string) => Promise<HeldData>,
): Promise<HeldData> {
  let found = NOTHING_HELD
  for (const organizationId of organizationIds) found = heldTogether(found, await work(organizationId))
  return found
}

/** The payments of the person, page by page; one may come twice. */
async function* paymentsOf(
  { database: { db } }: PaymentDeps,
  { person }: SoughtPerson,
  organizationId: string,
): AsyncGenerator<readonly string[]> {
  for await (const invoices of invoicesErasure.ofPerson(db, { organizationId, person })) {
    const invoiceNumbers = invoices.map(({ invoiceNumber }) => invoiceNumber)
    yield findPaymentsToErase(db, { organizationId, invoiceNumbers })
  }
  for (let after = ''; ; ) {
    const found = await findPaymentsOfPayer(db, { organizationId, person, after })
    yield found
    const last = found.at(-1)
    if (last === undefined) return
    after = last
  }
}

type Place = { readonly organizationId: string; readonly paymentId: string }

/** Asks the processor to make a stored account unusable, before its reference is erased. */
async function isAccountRevoked(deps: PaymentDeps, { organizationId, paymentId }: Place): Promise<boolean> {
  const charge = await findAttempt(deps.database.db, { organizationId, attemptId: paymentId })
  if (charge === undefined) return true
  try {
    return await revokeAtProcessor(deps, charge)
  } catch (error) {
    // Its processor is no longer configured; our own data is erased all the same.
    if (error instanceof AppError) return false
    throw error
  }
}

async function erasePayment(
  { database, clock, machineClock }: PaymentDeps,
  by: AuditActor,
  place: Place,
): Promise<number> {
  return database.transaction(async (tx) => {
    const invoiceNumber = await erasePaymentWords(tx, place)
    if (invoiceNumber === undefined) return 0
    const { organizationId, paymentId } = place
    // Notifications of the merchant name the payer.
    await keptMails.erase(tx, { organizationId, subjects: [`invoice:${invoiceNumber}`] })
    const token = await findTokenOfPayment(tx, place)
    if (token !== undefined) await markRevoked(tx, token, clock.now())
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: by, action: 'payment.erased' },
      ...{ subject: `payment:${paymentId}`, details: {} },
    })
    return 1
  })
}
