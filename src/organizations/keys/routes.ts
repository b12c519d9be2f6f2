import type { Static } from 'typebox'
import { optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, instant } from '../../kernel/reading/text-readers.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'
import { OnceHeaders } from '../../platform/http/idempotency/once-headers.ts'
import { respondOnce } from '../../platform/http/idempotency/respond-once.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { usualScopesIn } from '../credentials/credential.ts'
import { listCredentials } from '../credentials/credential-store.ts'
import { revokeKey } from '../credentials/revoke-key.ts'
import { ActingFor } from '../http/contract.ts'
import { actorOf } from '../http/request-context.ts'
import {
  KeyContract,
  KeyList,
  KeyName,
  KeyRequest,
  KeyRotation,
  NewKeyContract,
  OVERLAP_HOURS_DEFAULT,
} from './contract.ts'
import { type IssuedKey, issueKey, type KeyDeps } from './issue-key.ts'
import { presentKey } from './present-key.ts'
import { rotateKey } from './rotate-key.ts'

export type KeyRoutesDeps = Omit<KeyDeps, 'db'> & { readonly database: Database }

const KEYS = '/organizations/v1/keys'
const KEYS_MAX = 1_000
const tags = ['Keys']
const REFUSALS = {
  403: failureWhen('Your role does not include keys, or the password has to be confirmed first.'),
  404: failureWhen('The organization has no such key.'),
}
const FOR_PEOPLE = { scope: 'keys', isForPeople: true } as const
const CHANGING = { ...FOR_PEOPLE, needsConfirmation: true, documentedHeaders: OnceHeaders } as const
const readExpiry = optional(given(instant))

const LIST = {
  config: { ...FOR_PEOPLE, isList: true },
  schema: {
    operationId: 'getKeys',
    summary: 'List the keys of an organization',
    description: 'Without their secrets. For people who have signed in; a key gets 403.',
    tags,
    querystring: ActingFor,
    response: { 200: KeyList },
  },
} as const

const CREATE = {
  // The response has a secret.
  compress: false,
  config: {
    ...CHANGING,
    documentedResponses: { 403: REFUSALS[403], 409: failureWhen('TOO_MANY_KEYS: a hundred keys are active.') },
  },
  schema: {
    operationId: 'createKey',
    summary: 'Create a key',
    description: 'The secret is in the response only. Older keys stay valid.',
    tags,
    querystring: ActingFor,
    body: KeyRequest,
    response: { 201: NewKeyContract },
  },
} as const

const ROTATE = {
  compress: false,
  config: {
    ...CHANGING,
    documentedResponses: {
      ...REFUSALS,
      409: failureWhen('KEY_ENDED: the key is no longer valid. KEY_IS_CERTIFICATE: register another certificate.'),
    },
  },
  schema: {
    operationId: 'rotateKey',
    summary: 'Replace a key',
    description: 'Creates a key with the same label and scopes. The former one stays valid for the overlap.',
    tags,
    querystring: ActingFor,
    params: KeyName,
    body: KeyRotation,
    response: { 201: NewKeyContract },
  },
} as const

const REVOKE = {
  config: { ...CHANGING, documentedResponses: REFUSALS },
  schema: {
    operationId: 'revokeKey',
    summary: 'Revoke a key',
    description: 'With immediate effect and for good. Revoking it again changes nothing.',
    tags,
    querystring: ActingFor,
    params: KeyName,
    response: { 200: KeyContract },
  },
} as const

/** The keys of an organization's programs, for its owners and admins. */
export function keyRoutes({ database, ...deps }: KeyRoutesDeps): RoutePlugin {
  return async (app) => {
    app.get(KEYS, LIST, async ({ organization }) => {
      const keys = await listCredentials(database.db, organization.organizationId, { limit: KEYS_MAX })
      const now = deps.machineClock.now()
      return { keys: keys.map((key) => presentKey(key, now)) }
    })
    app.post<{ Body: Static<typeof KeyRequest> }>(KEYS, CREATE, async (request, reply) => {
      const { type = 'bearer', label, scopes = usualScopesIn(deps.mode), expiresAt } = request.body
      const terms = { label, scopes, expiresAt: valueOrThrow(readExpiry(expiresAt, 'expiresAt')) }
      return respondOnce(reply, {
        database,
        act: (db) => issueKey({ ...deps, db }, actorOf(request), { type, terms }),
        present: (issued) => ({ status: 201, body: presentIssued(issued) }),
      })
    })
    app.post<{ Params: Static<typeof KeyName>; Body: Static<typeof KeyRotation> }>(
      `${KEYS}/:keyId/rotation`,
      ROTATE,
      async (request, reply) => {
        const { keyId } = request.params
        const { overlapHours = OVERLAP_HOURS_DEFAULT } = request.body
        const expiresAt = valueOrThrow(readExpiry(request.body.expiresAt, 'expiresAt'))
        return respondOnce(reply, {
          database,
          act: (db) => rotateKey({ ...deps, db }, actorOf(request), { keyId, overlapHours, expiresAt }),
          present: (issued) => ({ status: 201, body: presentIssued(issued) }),
        })
      },
    )
    app.post<{ Params: Static<typeof KeyName> }>(`${KEYS}/:keyId/revocation`, REVOKE, async (request, reply) =>
      respondOnce(reply, {
        database,
        act: (db) => revokeKey({ ...deps, db }, actorOf(request), request.params),
        present: (key) => ({ status: 200, body: presentKey(key, deps.machineClock.now()) }),
      }),
    )
  }
}

function presentIssued({ key, secret, at }: IssuedKey): Static<typeof NewKeyContract> {
  return { key: presentKey(key, at), secret }
}
