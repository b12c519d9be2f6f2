import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid, optional, type Problem } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import type { ActingDeps } from '../../platform/command-line/with-stores.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { newSecret } from '../../platform/secrets/random.ts'
import { createCertificate, registerCertificate } from '../credentials/create-certificate.ts'
import type { CredentialTerms } from '../credentials/issue-credential.ts'
import { revokeKey } from '../credentials/revoke-key.ts'
import { askHidden } from './ask-hidden.ts'

export type CertificateOptions = {
  readonly out?: string
  readonly passwordFile?: string
  readonly json?: boolean
  readonly certificate?: string
}

const PASSWORD_BYTES = 18

const ANY_TEXT = optional(given((text) => ({ value: text })))
export const CERTIFICATE_OPTIONS = { out: ANY_TEXT, passwordFile: ANY_TEXT, certificate: ANY_TEXT }

/** The certificate options that are not allowed for a key of this type, or together. */
export function certificateProblems(
  type: string,
  { out, passwordFile, certificate }: { readonly [Name in 'out' | 'passwordFile' | 'certificate']: unknown },
): readonly Problem[] {
  const refuse = (options: object, sentence: string): readonly Problem[] =>
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [invalid(name, sentence)]))
  if (type !== 'certificate') {
    return refuse({ out, passwordFile, certificate }, 'is only allowed with --type certificate')
  }
  if (certificate === undefined) return []
  return refuse({ out, passwordFile }, 'cannot be combined with --certificate')
}

/** Registers a certificate that the organization made itself. */
export async function registerKey(
  acting: ActingDeps,
  actor: Actor,
  terms: CredentialTerms,
  { file }: { readonly file: string },
): Promise<{ keyId: string }> {
  let certificate: Buffer
  try {
    certificate = readFileSync(file)
  } catch (error) {
    throw refusal('certificate', `cannot be read: ${reasonOf(error)}`, error)
  }
  return registerCertificate(acting, actor, terms, { certificate })
}

/** Creates a key in a new P12 file. */
export async function makeP12(
  acting: ActingDeps,
  actor: Actor,
  terms: CredentialTerms,
  options: CertificateOptions,
): Promise<{ keyId: string; file: string; password?: string }> {
  const { out } = options
  const given = await givenPassword(options)
  const password = given ?? newSecret(PASSWORD_BYTES).toString('base64url')
  const file = resolve(out ?? `${actor.organizationId}.p12`)
  // Before the key: a key whose file could not be written would be of no use.
  const target = reserve(file)
  let keyId: string | undefined
  try {
    const made = await createCertificate(acting, actor, terms, { password })
    keyId = made.keyId
    writeFileSync(target, made.p12)
    fsyncSync(target)
    // A password that the user chose is not printed.
    return { keyId, file, ...(given === undefined ? { password } : {}) }
  } catch (error) {
    rmSync(file, { force: true })
    if (keyId === undefined) throw error
    await revokeKey(acting, actor, { keyId })
    throw refusal('out', `cannot be written: ${reasonOf(error)}`, error)
  } finally {
    closeSync(target)
  }
}

/** Never an option: the arguments of a process are visible to all users of the machine. */
async function givenPassword({ passwordFile, json = false }: CertificateOptions): Promise<string | undefined> {
  if (passwordFile !== undefined) return passwordIn(passwordFile)
  if (json || !process.stdin.isTTY) return undefined
  const password = await askHidden('Password of the file (empty: a random one): ')
  if (password === '') return undefined
  if ((await askHidden('The same again: ')) === password) return password
  throw new StartupError('The two passwords differ: nothing was created.')
}

function passwordIn(file: string): string {
  let password: string
  try {
    password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw refusal('passwordFile', `cannot be read: ${reasonOf(error)}`, error)
  }
  if (password === '') throw refusal('passwordFile', 'is empty', undefined)
  return password
}

function reserve(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = exists ? 'it exists' : reasonOf(error)
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
