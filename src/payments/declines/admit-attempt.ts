import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { networkOfAddress } from '../../platform/http/limits/network-of-address.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Attempt } from '../model/attempt.ts'
import { type Admission, admissionOf } from './admission.ts'
import { type AddressPlace, findDeclineFacts, lockAddress } from './decline-store.ts'

/** The origin of an attempt; the address itself is not stored. */
export function addressPlaceOf(
  secrets: Pick<Secrets, 'code'>,
  { organizationId, invoiceNumber }: Pick<Attempt, 'organizationId' | 'invoiceNumber'>,
  address: string,
): AddressPlace {
  // Another code on every link, so that payers cannot be tracked from one to another.
  const text = JSON.stringify([organizationId, invoiceNumber, networkOfAddress(address)])
  return { organizationId, invoiceNumber, addressCode: secrets.code('payer address', text) }
}

/** Decides whether an address may try to pay. Waits for another attempt of the same address that is just starting. */
export async function admitAttempt(
  tx: Tx,
  place: AddressPlace,
  { attemptId }: Pick<Attempt, 'attemptId'>,
): Promise<Admission> {
  await lockAddress(tx, place)
  return admissionOf(await findDeclineFacts(tx, { ...place, attemptId }))
}

/** Refuses an attempt after too many declines; the payer may try again later. */
export class TooManyDeclines extends RetryLater {
  readonly admission: Extract<Admission, { readonly outcome: 'wait' }>

  constructor(admission: Extract<Admission, { readonly outcome: 'wait' }>) {
    const { because, seconds } = admission
    const why =
      because === 'address' ? 'Too many declined attempts.' : 'Many attempts to pay by this link were declined.'
    const message = `${why} Try again in ${duration(seconds)}.`
    super({ kind: 'rate-limited', code: 'TOO_MANY_DECLINES', message }, seconds)
    this.admission = admission
  }
}

function duration(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
