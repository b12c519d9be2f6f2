import { organizationsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { type Answering, findAnswering, removeReceived, saveAnswering, USUAL_ANSWER } from './receiver-store.ts'

type ChangedReceiver = { readonly organization: Pick<Organization, 'organizationId' | 'path'>; readonly name: string }
type Change = {
  readonly status?: number | undefined
  readonly delayMs?: number | undefined
  /** First forgets all deliveries and settings. */
  readonly reset?: boolean | undefined
}

/** Changes how a receiver answers the deliveries of an organization and of those below it. */
export async function changeReceiver(
  database: Transactions,
  { organization: { organizationId, path }, name }: ChangedReceiver,
  { reset = false, status, delayMs }: Change,
): Promise<Answering> {
  return database.transaction(async (tx) => {
    const before = reset ? USUAL_ANSWER : await findAnswering(tx, name, path)
    const answering = { status: status ?? before.status, delayMs: delayMs ?? before.delayMs }
    if (reset) await removeReceived(tx, name, organizationsBelow(organizationId))
    await saveAnswering(tx, { organizationId, name }, answering)
    return answering
  })
}
