import type { Database } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/secrets/random.ts'
import type { RevokeCall } from '../../port/port.ts'
import type { Means } from './behaviour.ts'
import { type BookedCall, book, findBooked } from './sandbox-store.ts'

const CREDENTIAL = /^sandbox-([0-9]+)-[0-9a-f-]{36}$/

type Place = Pick<BookedCall, 'organizationId' | 'key'>

/** A reference for an account that a charge of this key stored; its second part keeps others from guessing it. */
export function newCredential({ key }: Pick<Place, 'key'>): string {
  return `sandbox-${key}-${newId()}`
}

/** The entry of a stored account in the books. */
export function storedOf({ method, behaviour }: Means, storesCredential: boolean): BookedCall['behaviour'] {
  return storesCredential ? { stored: { method, behaviour } } : {}
}

type Stored = Pick<RevokeCall, 'organizationId' | 'storedCredential'>

/** The card or account that a credential refers to; undefined if it is unknown or revoked. */
export async function findStoredMeans(database: Database, stored: Stored): Promise<Means | undefined> {
  const charge = await findStoringCharge(database, stored)
  if (charge === undefined || (await findBooked(database, revocationOf(charge))) !== undefined) return undefined
  const { outcome, behaviour } = charge
  if (behaviour.stored === undefined || !('facts' in outcome) || outcome.facts === undefined) return undefined
  const { method, behaviour: first } = behaviour.stored
  const { declineStored } = first
  const later = declineStored === undefined ? first : { decline: declineStored }
  return { method, account: outcome.facts.account, behaviour: later }
}

/** Makes the credential unusable; one that is unknown is so already. */
export async function revokeCredential(database: Database, stored: Stored): Promise<void> {
  const charge = await findStoringCharge(database, stored)
  if (charge === undefined) return
  await book(database, {
    ...revocationOf(charge),
    ...{ kind: 'revoke', of: charge.key, amount: undefined, outcome: charge.outcome, behaviour: {} },
    challengeResult: undefined,
  })
}

async function findStoringCharge(
  database: Database,
  { organizationId, storedCredential }: Stored,
): Promise<BookedCall | undefined> {
  const key = CREDENTIAL.exec(storedCredential)?.[1]
  const charge = key === undefined ? undefined : await findBooked(database, { organizationId, key })
  if (charge === undefined || !('facts' in charge.outcome)) return undefined
  return charge.outcome.facts?.storedCredential === storedCredential ? charge : undefined
}

/** A charge stores one credential, so its revocation has a key that follows from the charge's. */
function revocationOf({ organizationId, key }: Place): Place {
  return { organizationId, key: `revocation of ${key}` }
}
