import {
  type Credential,
  type CredentialTerms,
  createBearerKey,
  createSharedSecret,
  getOrganization,
  listCredentials,
  revokeKey,
  SCOPES,
  stateOf,
} from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { CommandInput } from '../command-input.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

type OfOrganization = CommandOptions & { readonly organizationId: string }

type CreateOptions = OfOrganization & {
  readonly type?: string
  readonly label?: string
  readonly scopes?: string
  readonly expires?: string
}

const TYPES = ['shared-secret', 'bearer'] as const
const LISTED_MAX = 1_000

export async function create(deps: CommandDeps, options: CreateOptions): Promise<number> {
  const { organizationId, json } = options
  const input = new CommandInput()
  const type = input.oneOf('type', options.type, TYPES) ?? 'shared-secret'
  const terms: CredentialTerms = {
    label: options.label ?? 'made on the command line',
    scopes: input.someOf('scopes', options.scopes, SCOPES) ?? SCOPES,
    expiresAt: input.moment('expiresAt', options.expires, systemClock),
  }
  input.check()
  return withPostgres(deps, async (acting) => {
    const actor = { organizationId, by: acting.by }
    if (type === 'bearer') {
      const { key } = await createBearerKey(acting, actor, terms)
      if (json) sayJson({ organizationId, type, bearer: { key } })
      else tellOnce(organizationId, [['  Bearer key', key]])
    } else {
      const sharedSecret = await createSharedSecret(acting, actor, terms)
      const { keyId, secret } = sharedSecret
      if (json) sayJson({ organizationId, type, sharedSecret })
      else
        tellOnce(organizationId, [
          ['  Key id', keyId],
          ['  Secret', secret],
        ])
    }
    return EXIT.done
  })
}

function tellOnce(organizationId: string, rows: readonly (readonly string[])[]): void {
  say(`A new key of ${organizationId}, shown this once:\n\n${table(rows)}`)
}

/** Newest first; never a secret. */
export async function list(
  deps: CommandDeps,
  { organizationId, json }: OfOrganization,
): Promise<number> {
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
  const key = await withPostgres(deps, (acting) =>
    revokeKey(acting, { organizationId, by: acting.by }, { keyId }),
  )
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
