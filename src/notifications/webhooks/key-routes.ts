import type { FastifyRequest } from 'fastify'
import { hasNoValue, isObject, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { ActingFor, actForNamed, actorOf } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { CHANGE_REFUSALS, SigningKeyContract, SigningKeyRequest } from './contract.ts'
import { createSigningKey } from './create-signing-key.ts'
import { readSigningKey, type SigningKeyInput } from './read-signing-key.ts'
import type { SigningKey } from './signing-key-store.ts'

export type KeyRoutesDeps = { readonly database: Database; readonly secrets: Secrets; readonly machineClock: Clock }

const CREATE = {
  // The response has a secret.
  compress: false,
  config: {
    scope: 'webhooks',
    // Of people; the response has a secret, and the former key ends.
    needsConfirmation: true,
    documentedHeaders: OnceHeaders,
    documentedBody: SigningKeyRequest,
    documentedResponses: { 201: SigningKeyContract, ...CHANGE_REFUSALS },
  },
  schema: {
    operationId: 'createSigningKey',
    summary: 'Create the key that signs notifications',
    description: 'It replaces the former key of the organization at once.',
    tags: ['Webhooks'],
    querystring: ActingFor,
  },
} as const

export function signingKeyRoutes(deps: KeyRoutesDeps): RoutePlugin {
  const { database } = deps
  return async (app) => {
    acceptUntypedJson(app)
    app.post('/kms/egress/v2/keys-sym', CREATE, async (request, reply) => {
      const input = valueOrThrow(readSigningKey(request.body, ''))
      await actForKeysOrganization(database, request)
      return respondOnce(reply, {
        database,
        act: (db) => createSigningKey(deps, db, actorOf(request), input),
        present: (key) => ({ status: 201, body: presentKey(key, input) }),
      })
    })
  }
}

/** Clients name the organization among the members of the key. */
async function actForKeysOrganization({ db }: Database, request: FastifyRequest): Promise<void> {
  const { keyInformation } = request.body as { readonly keyInformation?: unknown }
  const { organizationId } = isObject(keyInformation) ? keyInformation : {}
  if (hasNoValue(organizationId)) return
  const text = given((value) => ({ value }))
  await actForNamed(db, request, valueOrThrow(text(organizationId, 'keyInformation.organizationId')))
}

function presentKey(key: SigningKey, { keyInformation }: SigningKeyInput) {
  const { organizationId, keyId, secret, createdAt, expiresAt } = key
  const { provider, tenant = organizationId, keyType } = keyInformation
  return {
    submitTimeUtc: withOffset(createdAt),
    status: 'SUCCESS',
    keyInformation: {
      ...{ provider, tenant, organizationId, keyId, keyType, status: 'active' },
      key: secret.toString('base64'),
      expirationDate: withOffset(expiresAt),
    },
  }
}

/** As existing clients know it: 2021-03-17T06:53:06+0000. */
function withOffset(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replace('Z', '+0000')
}
