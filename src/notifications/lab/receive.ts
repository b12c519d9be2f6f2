import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/reading/reading.ts'
import { findOrganizations } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { findSigningKey } from '../webhooks/signing-key-store.ts'
import type { LabSpace } from './lab-space.ts'
import { type Answering, findAnswering, findCommonAnswering, keepReceived } from './receiver-store.ts'
import { type Verdict, verifySignature } from './verify-signature.ts'

export type ReceiveDeps = {
  readonly db: Db
  readonly machineClock: Clock
  readonly secrets: Secrets
}

export type ArrivedDelivery = {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const ORGANIZATION = 'v-c-organization-id'
const ORGANIZATION_LENGTH_MAX = 255
const UNKNOWN_ORGANIZATION = 'The organization does not exist.'

/**
 * Verifies a delivery and stores it; returns the verdict and the receiver's response. `admit` refuses deliveries that do
 * not verify if there are too many of them.
 */
export async function receive(
  { db, machineClock, secrets, space }: ReceiveDeps & { readonly space: LabSpace },
  { name, headers, body }: ArrivedDelivery,
  admit: (verdict: Verdict) => Promise<void>,
): Promise<{ readonly verdict: Verdict; readonly answering: Answering }> {
  const organizationId = organizationIn(headers)
  const path = (await findOrganizations(db, [organizationId])).get(organizationId)?.path
  if (path === undefined) {
    await admit({ isVerified: false, reason: UNKNOWN_ORGANIZATION })
    throw new AppError('not-found', 'NOT_FOUND', UNKNOWN_ORGANIZATION, [{ field: ORGANIZATION, reason: 'NOT_FOUND' }])
  }
  const at = machineClock.now()
  // A partner's webhook is signed with the partner's key.
  const verdict = await verifySignature({ signature: headers['v-c-signature'], body, at }, (keyId) =>
    findSigningKey(db, secrets, { organizationIds: path, keyId }),
  )
  await admit(verdict)
  const bytes = body.length + Buffer.byteLength(JSON.stringify(headers))
  const { isOrganizationFull } = await space.take({ organizationId, bytes, isVerified: verdict.isVerified })
  const answering = await findAnswering(db, name, path)
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD')
  const received = {
    organizationId,
    name,
    receivedAt: at,
    headers,
    body: text,
    emailTo: addressIn(parsedBody(text)),
    answered: answering.status,
    isVerified: verdict.isVerified,
    reason: verdict.isVerified ? undefined : verdict.reason,
  }
  await keepReceived(db, received, { isOrganizationFull })
  return { verdict, answering }
}

/** The receiver's response to a health check, which may name no organization: anyone can ask. */
export async function answeringOf(
  db: Db,
  name: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<Answering> {
  const organizationId = headers[ORGANIZATION]
  if (organizationId === undefined) return findCommonAnswering(db, name)
  const id = String(organizationId)
  return findAnswering(db, name, (await findOrganizations(db, [id])).get(id)?.path ?? [])
}

function organizationIn(headers: Readonly<Record<string, string>>): string {
  const organizationId = headers[ORGANIZATION] ?? ''
  if (organizationId !== '' && organizationId.length <= ORGANIZATION_LENGTH_MAX) return organizationId
  const reason = `must name an organization in at most ${ORGANIZATION_LENGTH_MAX} characters`
  throw new AppError('invalid', 'INVALID_DATA', `The header ${ORGANIZATION} ${reason}.`, [
    { field: ORGANIZATION, reason },
  ])
}

/** The JSON of a body, or the text itself if it is not JSON. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The address that the notification is about. */
function addressIn(body: unknown): string | undefined {
  const payloads = isObject(body) && Array.isArray(body['payloads']) ? body['payloads'] : []
  const [payload] = payloads as readonly unknown[]
  const data = isObject(payload) ? payload['data'] : undefined
  const address = isObject(data) ? data['emailTo'] : undefined
  return typeof address === 'string' ? address.trim().toLowerCase() : undefined
}
