import type { Command } from 'commander'
import type { Actor } from '../../kernel/actor.ts'
import { checked, members, optional, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import {
  CREDENTIAL_TYPES,
  type Credential,
  type CredentialTerms,
  type CredentialType,
  createBearerKey,
  createSharedSecret,
  getOrganization,
  listCredentials,
  revokeKey,
  SCOPES,
  stateOf,
} from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { instantOrDuration, readOptions, someOf } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { type ActingDeps, withPostgres } from '../with-postgres.ts'
import {
  CERTIFICATE_OPTIONS,
  type CertificateOptions,
  certificateProblems,
  makeP12,
  registerKey,
} from './certificate-keys.ts'

/** The keys of organizations on the command line. */
export function addCommands(program: Command): void {
  const keys = program.command('keys').description('make, list and revoke keys of organizations')

  keys
    .command('create <organization>')
    .description('make a further key, which is shown once; older keys stay valid')
    .option('--type <type>', 'shared-secret, certificate or bearer (default: shared-secret)')
    .option('--label <text>', 'what it is for')
    .option('--scopes <list>', 'what it may do, with commas between (default: everything)')
    .option('--expires <when>', 'an instant or an ISO 8601 duration from now (default: never)')
    .option('--out <file>', 'certificate: the new file (default: <organization>.p12)')
    .option('--password <text>', 'certificate: the file’s password (default: a random one)')
    .option('--certificate <file>', 'certificate: register this one, in PEM or DER form')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) => runCommand(create, { ...options, organizationId }))

  keys
    .command('list <organization>')
    .description('list keys, newest first, with their state, last use and expiry')
    .option(...JSON_OPTION)
    .action((organizationId: string, options: CommandOptions) => runCommand(list, { ...options, organizationId }))

  keys
    .command('revoke <organization> <keyId>')
    .description('refuse a key from now on')
    .option(...JSON_OPTION)
    .action((organizationId: string, keyId: string, options: CommandOptions) =>
      runCommand(revoke, { ...options, organizationId, keyId }),
    )
}

type OfOrganization = CommandOptions & { readonly organizationId: string }

type CreateOptions = OfOrganization &
  CertificateOptions & {
    readonly type?: string
    readonly label?: string
    readonly scopes?: string
    readonly expires?: string
  }

const LISTED_MAX = 1_000

const CREATED = checked(
  members({
    type: withDefault(given(oneOf(CREDENTIAL_TYPES)), 'shared-secret'),
    scopes: withDefault(given(someOf(oneOf(SCOPES))), SCOPES),
    expires: optional(given(instantOrDuration(systemClock))),
    ...CERTIFICATE_OPTIONS,
  }),
  ({ type, ...certificate }) => certificateProblems(type, certificate),
)

export async function create(deps: CommandDeps, options: CreateOptions): Promise<number> {
  const { organizationId, json } = options
  const { type, scopes, expires } = readOptions(CREATED, options)
  const terms: CredentialTerms = {
    label: options.label ?? 'made on the command line',
    scopes,
    expiresAt: expires,
  }
  return withPostgres(deps, async (acting) => {
    const actor = { organizationId, by: acting.by }
    const { shown, rows } = await make[type](acting, actor, terms, options)
    if (json) sayJson({ organizationId, type, ...shown })
    else tellOnce(organizationId, rows)
    return EXIT.done
  })
}

type Made = { readonly shown: object; readonly rows: readonly (readonly string[])[] }
type Make = (acting: ActingDeps, actor: Actor, terms: CredentialTerms, options: CertificateOptions) => Promise<Made>

const make: Readonly<Record<CredentialType, Make>> = {
  'shared-secret': async (acting, actor, terms) => {
    const sharedSecret = await createSharedSecret(acting, actor, terms)
    const { keyId, secret } = sharedSecret
    return {
      shown: { sharedSecret },
      rows: [
        ['  Key id', keyId],
        ['  Secret', secret],
      ],
    }
  },
  bearer: async (acting, actor, terms) => {
    const { key } = await createBearerKey(acting, actor, terms)
    return { shown: { bearer: { key } }, rows: [['  Bearer key', key]] }
  },
  certificate: async (acting, actor, terms, options) => {
    const file = options.certificate
    const certificate =
      file === undefined
        ? await makeP12(acting, actor, terms, options)
        : await registerKey(acting, actor, terms, { file })
    const rows = Object.entries(certificate).map(([name, text]) => [`  ${NAMES[name]}`, text])
    return { shown: { certificate }, rows }
  },
}

const NAMES: Readonly<Record<string, string>> = {
  keyId: 'Key id',
  file: 'File',
  password: 'Password',
}

function tellOnce(organizationId: string, rows: readonly (readonly string[])[]): void {
  say(`A new key of ${organizationId}, shown this once:\n\n${table(rows)}`)
}

/** Newest first; never a secret. */
export async function list(deps: CommandDeps, { organizationId, json }: OfOrganization): Promise<number> {
  const keys = await withPostgres(deps, async ({ db }) => {
    await getOrganization(db.db, organizationId)
    return listCredentials(db.db, organizationId, { limit: LISTED_MAX })
  })
  if (json) sayJson({ organizationId, keys: keys.map(presented) })
  else if (keys.length === 0) say(`${organizationId} has no keys.`)
  else say(table([['KEY ID', 'TYPE', 'STATE', 'LAST USE', 'EXPIRY', 'LABEL'], ...keys.map(rowOf)]))
  return EXIT.done
}

export async function revoke(
  deps: CommandDeps,
  { organizationId, keyId, json }: OfOrganization & { readonly keyId: string },
): Promise<number> {
  const key = await withPostgres(deps, (acting) => revokeKey(acting, { organizationId, by: acting.by }, { keyId }))
  if (json) sayJson(presented(key))
  else say(`The key ${keyId} of ${organizationId} is revoked.`)
  return EXIT.done
}

function presented(key: Credential): object {
  const { organizationId: _, credentialId: __, ...told } = key
  return { ...told, state: stateOf(key, systemClock.now()) }
}

function rowOf(key: Credential): readonly string[] {
  return [
    key.keyId,
    key.type,
    stateOf(key, systemClock.now()),
    minuteOf(key.lastUsedAt) ?? 'never',
    minuteOf(key.expiresAt) ?? 'never',
    key.label,
  ]
}

function minuteOf(instant: Temporal.Instant | undefined): string | undefined {
  return instant?.toString({ smallestUnit: 'minute' })
}
