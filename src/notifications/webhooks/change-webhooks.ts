import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { invalid, missing, refuseContent, valueOrThrow } from '../../kernel/reading/reading.ts'
import { auditWrites, findOrganizations, getOrganization } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db, Transactions, Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { changesReader, type ProblemOfUrl, webhookReader } from './read-webhook.ts'
import { hasSigningKey } from './signing-key-store.ts'
import { releaseIfBack, scheduleHealthCheck } from './suspension.ts'
import { eventTypesOf, type NotificationScope, type Webhook, type WebhookStatus } from './webhook.ts'
import {
  countWebhooks,
  findWebhook,
  lockWebhook,
  lockWebhooksOf,
  webhookInsert,
  webhookUpdate,
} from './webhook-store.ts'

export type ChangeDeps = {
  readonly clock: Clock
  readonly machineClock: Clock
  readonly problemOf: ProblemOfUrl
  readonly isSigningKeyRequired: boolean
}

export const WEBHOOKS_MAX = 100

/** Creates a webhook; it is inactive until its receiver passes a health check or the owner activates it. */
export async function createWebhook(
  deps: ChangeDeps,
  db: Transactions,
  actor: Actor,
  { body }: { readonly body: unknown },
): Promise<Webhook> {
  const input = valueOrThrow(webhookReader(deps.problemOf)(body, ''))
  return db.transaction(async (tx) => {
    const { organizationId } = actor
    const now = deps.clock.now()
    await lockWebhooksOf(tx, organizationId)
    if ((await countWebhooks(tx, organizationId)) >= WEBHOOKS_MAX) throw tooMany()
    if (deps.isSigningKeyRequired && !(await hasSigningKey(tx, organizationId, deps.machineClock.now()))) {
      throw withoutKey()
    }
    await refuseForeignScope(tx, organizationId, input.notificationScope)
    const webhook: Webhook = {
      ...input,
      organizationId,
      webhookId: newId(),
      ...{ status: 'INACTIVE', statusReason: 'NEW', healthCheckDueAt: now },
      ...{ createdOn: now, updatedOn: now, deletedAt: undefined },
    }
    await writeTogether(tx, [webhookInsert(webhook), ...audit(deps, actor, 'webhook.created', webhook)])
    await scheduleHealthCheck(tx, { ...webhook, dueAt: now })
    return webhook
  })
}

type Named = { readonly webhookId: string }

/** Changes the members that the body names; a new address gets a health check. */
export async function updateWebhook(
  deps: ChangeDeps,
  db: Transactions,
  actor: Actor,
  { webhookId, body }: Named & { readonly body: unknown },
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const before = await lockNamed(tx, actor, webhookId)
    const changes = valueOrThrow(changesReader(deps.problemOf, before)(body, ''))
    if (changes.notificationScope !== undefined) {
      await refuseForeignScope(tx, before.organizationId, changes.notificationScope)
    }
    const now = deps.clock.now()
    const isMoved = changes.webhookUrl !== undefined || changes.healthCheckUrl !== undefined
    const isAsked = isMoved && (before.status !== 'INACTIVE' || before.statusReason === 'NEW')
    const healthCheckDueAt = isAsked ? now : before.healthCheckDueAt
    const after: Webhook = { ...before, ...changes, healthCheckDueAt, updatedOn: now }
    await writeTogether(tx, [webhookUpdate(after), ...audit(deps, actor, 'webhook.updated', after)])
    if (isAsked) await scheduleHealthCheck(tx, { ...after, dueAt: now })
    return after
  })
}

/** Activates or deactivates a webhook immediately, whatever its receiver does. */
export async function requestStatus(
  deps: ChangeDeps,
  db: Transactions,
  actor: Actor,
  { webhookId, status }: Named & { readonly status: Exclude<WebhookStatus, 'SUSPENDED'> },
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const before = await lockNamed(tx, actor, webhookId)
    const after: Webhook = {
      ...before,
      ...{ status, statusReason: 'REQUESTED', healthCheckDueAt: undefined, updatedOn: deps.clock.now() },
    }
    const action = status === 'ACTIVE' ? 'webhook.activated' : 'webhook.deactivated'
    await writeTogether(tx, [webhookUpdate(after), ...audit(deps, actor, action, after)])
    if (before.status === 'SUSPENDED') await releaseIfBack(tx, after)
    return after
  })
}

/** Deletes a webhook; its deliveries stay listed. */
export async function deleteWebhook(
  deps: ChangeDeps,
  db: Transactions,
  actor: Actor,
  { webhookId }: Named,
): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const before = await lockNamed(tx, actor, webhookId)
    const now = deps.clock.now()
    const after: Webhook = { ...before, healthCheckDueAt: undefined, updatedOn: now, deletedAt: now }
    await writeTogether(tx, [webhookUpdate(after), ...audit(deps, actor, 'webhook.deleted', after)])
    if (before.status === 'SUSPENDED') await releaseIfBack(tx, after)
    return after
  })
}

/** A webhook of the organization acted for or of one below it. */
export async function getWebhook(db: Db, { organizationId }: Actor, webhookId: string): Promise<Webhook> {
  const webhook = UUID.test(webhookId) ? await findWebhook(db, { actingFor: organizationId, webhookId }) : undefined
  if (webhook === undefined) throw unknownWebhook()
  return webhook
}

export async function lockNamed(tx: Tx, { organizationId }: Actor, webhookId: string): Promise<Webhook> {
  const webhook = UUID.test(webhookId) ? await lockWebhook(tx, { actingFor: organizationId, webhookId }) : undefined
  if (webhook === undefined) throw unknownWebhook()
  if (webhook.organizationId !== organizationId) await refuseSuspendedOwner(tx, webhook.organizationId)
  return webhook
}

/** The owner is below the organization acted for, so its suspension has not been checked yet. */
async function refuseSuspendedOwner(tx: Tx, organizationId: string): Promise<void> {
  const { suspendedBy } = await getOrganization(tx, organizationId)
  if (suspendedBy === undefined) return
  throw new AppError('forbidden', 'ORGANIZATION_SUSPENDED', `The organization ${organizationId} is suspended.`)
}

async function refuseForeignScope(tx: Tx, owner: string, { organizationIds }: NotificationScope): Promise<void> {
  if (organizationIds === undefined) return
  const known = await findOrganizations(tx, organizationIds)
  const foreign = organizationIds.flatMap((id, index) =>
    known.get(id)?.path.includes(owner)
      ? []
      : [invalid(`notificationScope.scopeData[${index}]`, 'must be the organization itself or one below it')],
  )
  refuseContent(foreign)
}

type Action = `webhook.${'created' | 'updated' | 'activated' | 'deactivated' | 'deleted' | 'tested' | 'replayed'}`

export function audit(
  { machineClock }: Pick<ChangeDeps, 'machineClock'>,
  actor: Actor,
  action: Action,
  webhook: Webhook,
) {
  const { organizationId, webhookId, webhookUrl, healthCheckUrl = null, status } = webhook
  return auditWrites({
    ...{ organizationId, at: machineClock.now(), actor: actor.by, action, subject: `webhook:${webhookId}` },
    details: { webhookUrl, healthCheckUrl, eventTypes: eventTypesOf(webhook).join(', '), status },
  })
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function unknownWebhook(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The webhook does not exist.')
}

function tooMany(): AppError {
  return new AppError('invalid', 'TOO_MANY_WEBHOOKS', `An organization can have ${WEBHOOKS_MAX} webhooks.`)
}

function withoutKey(): AppError {
  const message = 'The organization has no valid signing key: create one with POST /kms/egress/v2/keys-sym first.'
  const { field, reason } = missing('securityPolicy.config.keyId')
  return new AppError('invalid', 'SIGNING_KEY_MISSING', message, [{ field, reason }])
}
