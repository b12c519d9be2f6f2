import type { Tx } from '../../platform/postgres/database.ts'
import { findOrganizationIdsOf } from '../users/membership-store.ts'
import { type Account, findAccount } from './account-store.ts'
import type { SecurityEvent } from './security-event.ts'

type ToldPerson = {
  readonly account: Pick<Account, 'personId' | 'email' | 'name' | 'language'>
  /** One for which the person works, if there is any. */
  readonly organizationId: string | undefined
}

/** Writes the mail in the transaction of the event. */
export type TellPerson = (tx: Tx, told: ToldPerson, event: SecurityEvent) => Promise<void>

/** Tells a person of an event, in its transaction. */
export async function tellOf(
  tx: Tx,
  tellPerson: TellPerson,
  { personId, ...event }: SecurityEvent & Pick<Account, 'personId'>,
): Promise<void> {
  const account = await findAccount(tx, { personId })
  if (account === undefined) return
  const [organizationId] = await findOrganizationIdsOf(tx, personId)
  await tellPerson(tx, { account, organizationId }, event)
}
