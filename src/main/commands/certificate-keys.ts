import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid, optional, type Problem } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { type CredentialTerms, createCertificate, registerCertificate, revokeKey } from '../../organizations/index.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { newSecret } from '../../platform/secrets/random.ts'
import type { ActingDeps } from '../with-postgres.ts'

export type CertificateOptions = {
  readonly out?: string
  readonly password?: string
  readonly certificate?: string
}

type MadeP12 = { readonly keyId: string; readonly file: string; readonly password: string }

const PASSWORD_BYTES = 18

const ANY_TEXT = optional(given((text) => ({ value: text })))
export const CERTIFICATE_OPTIONS = { out: ANY_TEXT, password: ANY_TEXT, certificate: ANY_TEXT }

/** Which certificate options are no use for a key of this type. */
export function certificateProblems(
  type: string,
  { out, password, certificate }: { readonly [Name in keyof CertificateOptions]: unknown },
): readonly Problem[] {
  const refuse = (options: object, sentence: string): readonly Problem[] =>
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [invalid(name, sentence)]))
  if (type !== 'certificate') {
    return refuse({ out, password, certificate }, 'is for keys of type certificate')
  }
  if (certificate === undefined) return []
  return refuse({ out, password }, 'cannot be given together with --certificate')
}

/** A certificate that the organization made itself. */
export async function registerKey(
  acting: ActingDeps,
  actor: Actor,
  terms: CredentialTerms,
  { file }: { readonly file: string },
): Promise<{ readonly keyId: string }> {
  let certificate: Buffer
  try {
    certificate = readFileSync(file)
  } catch (error) {
    throw refusal('certificate', `cannot be read: ${reasonOf(error)}`, error)
  }
  return registerCertificate(acting, actor, terms, { certificate })
}

/** A new key in a file that was not there before. */
export async function makeP12(
  acting: ActingDeps,
  actor: Actor,
  terms: CredentialTerms,
  { out, password = newSecret(PASSWORD_BYTES).toString('base64url') }: CertificateOptions,
): Promise<MadeP12> {
  const file = resolve(out ?? `${actor.organizationId}.p12`)
  // Before the key: nobody should own a key whose file could not be written.
  const target = reserve(file)
  let keyId: string | undefined
  try {
    const made = await createCertificate(acting, actor, terms, { password })
    keyId = made.keyId
    writeFileSync(target, made.p12)
    fsyncSync(target)
    return { keyId, file, password }
  } catch (error) {
    rmSync(file, { force: true })
    if (keyId === undefined) throw error
    await revokeKey(acting, actor, { keyId })
    throw refusal('out', `cannot be written: ${reasonOf(error)}`, error)
  } finally {
    closeSync(target)
  }
}

function reserve(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isThere ? 'it is there already' : reasonOf(error)
    throw refusal('out', `cannot be ${file}: ${reason}`, error)
  }
}

function reasonOf(error: unknown): string {
  return failureReason(error) ?? (error as Error).message
}

function refusal(field: string, reason: string, cause: unknown): AppError {
  const problem = { field, reason }
  return new AppError('invalid', 'INVALID_DATA', `${field} ${reason}`, [problem], { cause })
}
