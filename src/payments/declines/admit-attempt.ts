import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { networkOfAddress, rangeOfNetwork } from '../../platform/http/limits/network-of-address.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Attempt } from '../model/attempt.ts'
import { type Admission, admissionOf, type Wait } from './admission.ts'
import { type AddressPlace, findDeclineFacts, lockNetwork } from './decline-store.ts'

/** The origin of an attempt; the address itself is not stored. */
export function addressPlaceOf(
  secrets: Pick<Secrets, 'code'>,
  { organizationId, invoiceNumber }: Pick<Attempt, 'organizationId' | 'invoiceNumber'>,
  address: string,
): AddressPlace {
  const network = networkOfAddress(address)
  // The code that is kept for a day is another one on every link, so that payers cannot be tracked between links.
  const text = JSON.stringify([organizationId, invoiceNumber, network])
  return {
    ...{ organizationId, invoiceNumber, addressCode: secrets.code('payer address', text) },
    networkCode: secrets.code('payer network', network),
    rangeCode: secrets.code('payer range', rangeOfNetwork(network)),
  }
}

/** Decides whether a network may try to pay. Waits for another attempt of the same network that is just starting. */
export async function admitAttempt(
  tx: Tx,
  place: AddressPlace,
  attempt: Pick<Attempt, 'attemptId' | 'isHosted'>,
): Promise<Admission> {
  await lockNetwork(tx, place)
  return admissionOf(await findDeclineFacts(tx, place, attempt))
}

const WHY: Readonly<Record<Wait['because'], string>> = {
  own: 'Too many declined attempts.',
  network: 'Many attempts from this network were declined.',
  others: 'Many attempts to pay by this link or from nearby networks were declined.',
  open: 'Several attempts from this network are still being processed.',
}

/** Refuses an attempt after too many declines, or while too many are open; the payer may try again later. */
export class TooManyAttempts extends RetryLater {
  readonly admission: Wait

  constructor(admission: Wait) {
    const { because, seconds } = admission
    const code = because === 'open' ? 'TOO_MANY_ATTEMPTS' : 'TOO_MANY_DECLINES'
    super({ kind: 'rate-limited', code, message: `${WHY[because]} Try again in ${duration(seconds)}.` }, seconds)
    this.admission = admission
  }
}

function duration(seconds: number): string {
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
