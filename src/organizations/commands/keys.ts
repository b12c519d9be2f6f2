import type { Command } from 'commander'
import type { Actor } from '../../kernel/actor.ts'
import type { Mode } from '../../kernel/mode.ts'
import { members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, someOf } from '../../kernel/reading/text-readers.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { instantOrDuration, readOptions, refusedOption } from '../../platform/command-line/read-options.ts'
import { type CommandDeps, type Output, print, type RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../platform/command-line/with-stores.ts'
import { createBearerKey, createSharedSecret } from '../credentials/create-key.ts'
import {
  CREDENTIAL_TYPES,
  type Credential,
  type CredentialType,
  SCOPES,
  type Scope,
  scopesIn,
  stateOf,
  usualScopesIn,
} from '../credentials/credential.ts'
import { listCredentials } from '../credentials/credential-store.ts'
import type { CredentialTerms } from '../credentials/issue-credential.ts'
import { revokeKey } from '../credentials/revoke-key.ts'
import { getOrganization } from '../tree/organization-store.ts'
import {
  CERTIFICATE_OPTIONS,
  type CertificateOptions,
  certificateProblems,
  makeP12,
  registerKey,
} from './certificate-keys.ts'

export function addKeyCommands(program: Command, run: RunCommand): void {
  const keys = program.command('keys').description('create, list and revoke the keys of organizations')

  run(
    keys
      .command('create <organization>')
      .description('create another key, which is shown only once; existing keys stay valid')
      .option('--type <type>', 'shared-secret, certificate or bearer (default: shared-secret)')
      .option('--label <text>', 'what the key is for')
      .option('--scopes <list>', 'comma-separated scopes (default: all but users)')
      .option('--expires <when>', 'an instant or an ISO 8601 duration from now (default: never)')
      .option('--out <file>', 'certificate: the file to create (default: <organization>.p12)')
      .option('--password-file <file>', 'certificate: a file with the password (default: asked for, or random)')
      .option('--certificate <file>', 'certificate: register this one, in PEM or DER form'),
    create,
  )
  run(
    keys.command('list <organization>').description('list keys, newest first, with their state, last use and expiry'),
    list,
  )
  run(keys.command('revoke <organization> <keyId>').description('revoke a key with immediate effect'), revoke)
}

type OrganizationOption = { readonly organization: string }

type CreateOptions = OrganizationOption & CertificateOptions & { readonly label?: string; readonly json?: boolean }

const LISTED_MAX = 1_000

const CREATE_OPTIONS = members(
  {
    type: withDefault(given(oneOf(CREDENTIAL_TYPES)), 'shared-secret'),
    scopes: optional(given(someOf(oneOf(SCOPES)))),
    expires: optional(given(instantOrDuration(systemClock))),
    ...CERTIFICATE_OPTIONS,
  },
  [
    {
      of: ['type', 'out', 'passwordFile', 'certificate'],
      check: ({ type, ...certificate }) => certificateProblems(type, certificate),
    },
  ],
)

async function create(deps: CommandDeps, options: CreateOptions): Promise<undefined> {
  const { organization: organizationId, label = 'created on the command line' } = options
  const { type, scopes: chosen, expires: expiresAt } = readOptions(CREATE_OPTIONS, options)
  await withPostgres(deps, async (acting) => {
    const actor = { organizationId, by: acting.by }
    const scopes = allowedScopes(acting.mode, chosen)
    const { shown, rows } = await make[type](acting, actor, { label, scopes, expiresAt }, options)
    const text = `New key of ${organizationId}, shown only this once:\n\n${table(rows)}`
    // Before anything else can fail: the secret cannot be shown again.
    print({ json: { organizationId, type, ...shown }, text }, options)
  })
}

function allowedScopes(mode: Mode, chosen: readonly Scope[] | undefined): readonly Scope[] {
  if (chosen === undefined) return usualScopesIn(mode)
  const all = scopesIn(mode)
  if (chosen.every((scope) => all.includes(scope))) return chosen
  throw refusedOption('scopes', 'cannot have sandbox: the installation is in live mode')
}

type MadeKey = { readonly shown: object; readonly rows: readonly (readonly string[])[] }
type MakeKey = (
  acting: ActingDeps,
  actor: Actor,
  terms: CredentialTerms,
  options: CertificateOptions,
) => Promise<MadeKey>

const make: Readonly<Record<CredentialType, MakeKey>> = {
  'shared-secret': async (acting, actor, terms) => {
    const sharedSecret = await createSharedSecret(acting, actor, terms)
    return { shown: { sharedSecret }, rows: rowsOf(sharedSecret) }
  },
  bearer: async (acting, actor, terms) => {
    const { key } = await createBearerKey(acting, actor, terms)
    return { shown: { bearer: { key } }, rows: rowsOf({ key }) }
  },
  certificate: async (acting, actor, terms, options) => {
    const file = options.certificate
    const certificate =
      file === undefined
        ? await makeP12(acting, actor, terms, options)
        : await registerKey(acting, actor, terms, { file })
    return { shown: { certificate }, rows: rowsOf(certificate) }
  },
}

const NAMES: Readonly<Record<string, string>> = {
  keyId: 'Key id',
  secret: 'Secret',
  key: 'Bearer key',
  file: 'File',
  password: 'Password',
}

function rowsOf(parts: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  return Object.entries(parts).map(([name, value]) => [`  ${NAMES[name]}`, value])
}

/** Lists the keys of an organization, newest first, without their secrets. */
async function list(deps: CommandDeps, { organization: organizationId }: OrganizationOption): Promise<Output> {
  const keys = await withPostgres(deps, async ({ db }) => {
    await getOrganization(db.db, organizationId)
    return listCredentials(db.db, organizationId, { limit: LISTED_MAX })
  })
  const header = ['KEY ID', 'TYPE', 'STATE', 'LAST USE', 'EXPIRY', 'LABEL']
  return {
    json: { organizationId, keys: keys.map(presented) },
    text: keys.length === 0 ? `${organizationId} has no keys.` : table([header, ...keys.map(rowOf)]),
  }
}

async function revoke(
  deps: CommandDeps,
  { organization: organizationId, keyId }: OrganizationOption & { readonly keyId: string },
): Promise<Output> {
  const key = await withPostgres(deps, (acting) => revokeKey(acting, { organizationId, by: acting.by }, { keyId }))
  return { json: presented(key), text: `Revoked the key ${keyId} of ${organizationId}.` }
}

function presented(key: Credential): object {
  const { organizationId: _, credentialId: __, ...shown } = key
  return { ...shown, state: stateOf(key, systemClock.now()) }
}

function rowOf(key: Credential): readonly string[] {
  const minuteOf = (instant: Temporal.Instant | undefined): string =>
    instant?.toString({ smallestUnit: 'minute' }) ?? 'never'
  const { keyId, type, label, lastUsedAt, expiresAt } = key
  return [keyId, type, stateOf(key, systemClock.now()), minuteOf(lastUsedAt), minuteOf(expiresAt), label]
}
