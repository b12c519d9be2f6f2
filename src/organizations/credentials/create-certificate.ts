import type { Actor } from '../../kernel/actor.ts'
import { refuseInvalid } from '../../kernel/errors.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import { type CredentialTerms, issueCertificate } from './issue-credential.ts'
import { type MadeCertificate, makeCertificate } from './make-certificate.ts'
import { readCertificate } from './read-certificate.ts'

type Deps = {
  readonly db: Transactions
  readonly machineClock: Clock
}

export type CreatedCertificate = Pick<MadeCertificate, 'p12' | 'certificatePem'> & {
  readonly keyId: string
}

const VALID_DAYS = 3 * 365
const PASSWORD_LENGTH_MAX = 255

/** Creates a key with its certificate, in a file for client SDKs; the private key is not stored elsewhere. */
export async function createCertificate(
  { db, machineClock }: Deps,
  actor: Actor,
  terms: CredentialTerms,
  { password }: { readonly password: string },
): Promise<CreatedCertificate> {
  const isPassword = password.length > 0 && password.length <= PASSWORD_LENGTH_MAX
  const problem = { field: 'password', reason: `must be 1 to ${PASSWORD_LENGTH_MAX} characters` }
  refuseInvalid('The certificate', isPassword ? [] : [problem])
  const at = machineClock.now()
  const keyId = newId()
  const validUntil = terms.expiresAt ?? at.add({ hours: VALID_DAYS * 24 })
  // Before the transaction, since making a key takes a while.
  const made = await makeCertificate({
    keyId,
    organizationId: actor.organizationId,
    password,
    // An hour of slack for machines whose clocks differ.
    validFrom: at.subtract({ hours: 1 }),
    validUntil,
  })
  await db.transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    const { certificate } = made
    await issueCertificate(tx, { actor, terms, at }, { keyId, certificate, validUntil })
  })
  return { keyId, p12: made.p12, certificatePem: made.certificatePem }
}

/** Registers a certificate that the organization made itself, in PEM or DER form. */
export async function registerCertificate(
  { db, machineClock }: Deps,
  actor: Actor,
  terms: CredentialTerms,
  { certificate: file }: { readonly certificate: Buffer },
): Promise<{ readonly keyId: string }> {
  const at = machineClock.now()
  const { certificate, validUntil, ...read } = readCertificate(file, { now: at })
  const keyId = read.keyId ?? newId()
  await db.transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    await issueCertificate(tx, { actor, terms, at }, { keyId, certificate, validUntil })
  })
  return { keyId }
}
