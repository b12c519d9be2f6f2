import { invoicesOfPerson } from '../../invoicing/index.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { deleteSearches, findSearchesNaming } from '../search/search-erasure-store.ts'
import { erasePaymentWords, findPaymentsOfPayer, findPaymentsToErase } from './person-payment-store.ts'

type Deps = { readonly db: Pick<Database, 'db' | 'transaction'>; readonly machineClock: Clock }

/**
 * What payers entered and what merchants wrote about payments, for payments of the person and of invoices to the person;
 * searches that name the person. It comes before the invoices, which no longer say whose they are afterwards.
 */
export function paymentsHolder(deps: Deps): PersonalDataHolder {
  return {
    name: 'payments',
    find: (sought) =>
      overOrganizations(sought, async (organizationId) => {
        const payments = new Set<string>()
        for await (const ids of paymentsOf(deps, sought, organizationId)) for (const id of ids) payments.add(id)
        const searches = await findSearchesNaming(deps.db.db, organizationId, sought.person)
        return held(payments.size, searches.length)
      }),
    erase: (sought, by) =>
      overOrganizations(sought, async (organizationId) => {
        let payments = 0
        for await (const ids of paymentsOf(deps, sought, organizationId)) {
          for (const paymentId of ids) payments += await erasePayment(deps, by, { organizationId, paymentId })
        }
        const searches = await findSearchesNaming(deps.db.db, organizationId, sought.person)
        await deleteSearches(deps.db.db, organizationId, searches)
        return held(payments, searches.length)
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
  { db: { db } }: Deps,
  { person }: SoughtPerson,
  organizationId: string,
): AsyncGenerator<readonly string[]> {
  for await (const invoices of invoicesOfPerson(db, { organizationId, person })) {
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

async function erasePayment(
  { db, machineClock }: Deps,
  by: AuditActor,
  place: { readonly organizationId: string; readonly paymentId: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await erasePaymentWords(tx, place))) return 0
    const { organizationId, paymentId } = place
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: by, action: 'payment.erased' },
      ...{ subject: `payment:${paymentId}`, details: {} },
    })
    return 1
  })
}
