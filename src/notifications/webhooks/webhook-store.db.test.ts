import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { family } from '../../../test/support/data/organizations.ts'
import { aWebhook } from '../../../test/support/data/webhooks.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Webhook } from './webhook.ts'
import {
  findWebhook,
  listWebhooks,
  loadWebhook,
  setWebhookStatus,
  subscribersOf,
  webhookInsert,
  webhookUpdate,
} from './webhook-store.ts'

const SEND = 'invoicing.customer.invoice.send'
const later = Temporal.Instant.from('2026-03-09T11:00:00Z')

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  await family({ database })
})
beforeEach(async () => {
  await database.pool.query('delete from webhooks')
})

async function store(given: Parameters<typeof aWebhook>[0]): Promise<Webhook> {
  const webhook = aWebhook(given)
  await database.transaction((tx) => writeTogether(tx, [webhookInsert(webhook)]))
  return webhook
}

async function subscribersOfShop(): Promise<readonly string[]> {
  const [subscribers = []] = await subscribersOf(database.db, [{ organizationId: 'shop', eventType: SEND }])
  return subscribers.map(({ name }) => name).sort()
}

test('a stored webhook is read back unchanged by organizations that may act for its owner', async () => {
  const { webhookId } = await store({ organizationId: 'shop' })
  const whole = aWebhook({
    ...{ organizationId: 'shop', webhookId, name: 'All', description: 'of the shop', healthCheckDueAt: later },
    healthCheckUrl: 'https://shop.example/health',
    notificationScope: { scope: 'SELF', organizationIds: ['shop'] },
  })
  await database.transaction((tx) => writeTogether(tx, [webhookUpdate(whole)]))

  const found = await Promise.all(
    ['shop', 'account', 'partner', 'sister', 'foreign'].map((actingFor) =>
      findWebhook(database.db, { actingFor, webhookId }),
    ),
  )

  expect(found).toEqual([whole, whole, whole, undefined, undefined])
  expect(await loadWebhook(database.db, { organizationId: 'shop', webhookId })).toEqual(whole)
  expect(await findWebhook(database.db, { actingFor: 'shop', webhookId: newId() })).toBeUndefined()
})

test('an event is sent to its organization and to those above it whose scope includes it', async () => {
  const self = { scope: 'SELF', organizationIds: undefined } as const
  await store({ organizationId: 'shop', name: 'own' })
  await store({ organizationId: 'shop', name: 'own, self', notificationScope: self })
  await store({ organizationId: 'account', name: 'account' })
  await store({ organizationId: 'account', name: 'account, self', notificationScope: self })
  await store({ organizationId: 'partner', name: 'partner' })
  await store({ organizationId: 'sister', name: 'sister' })
  await store({ organizationId: 'foreign', name: 'foreign' })
  const only = (...organizationIds: string[]) => ({ scope: 'DESCENDANTS', organizationIds }) as const
  await store({ organizationId: 'partner', name: 'partner, of the shop', notificationScope: only('shop', 'sister') })
  await store({ organizationId: 'partner', name: 'partner, of the sister', notificationScope: only('sister') })

  expect(await subscribersOfShop()).toEqual(['account', 'own', 'own, self', 'partner', 'partner, of the shop'])
})

test('a suspended webhook is a subscriber; an inactive or deleted one, or one of other events, is not', async () => {
  await store({ organizationId: 'shop', name: 'suspended', status: 'SUSPENDED' })
  await store({ organizationId: 'shop', name: 'inactive', status: 'INACTIVE' })
  const deleted = await store({ organizationId: 'shop', name: 'deleted' })
  await database.transaction((tx) => writeTogether(tx, [webhookUpdate({ ...deleted, deletedAt: later })]))
  const products = [{ productId: 'payments', eventTypes: ['payments.approved'] }] as const
  await store({ organizationId: 'shop', name: 'payments', products })

  expect(await subscribersOfShop()).toEqual(['suspended'])
})

test('webhooks are listed by organization, product and event, without deleted ones', async () => {
  const products = [
    { productId: 'payments', eventTypes: ['payments.approved', 'payments.declined'] },
    { productId: 'reporting', eventTypes: ['reporting.report.failed'] },
  ] as const
  await store({ organizationId: 'shop', name: 'invoices' })
  await store({ organizationId: 'shop', name: 'payments', products, createdOn: later })
  await store({ organizationId: 'sister', name: 'sister' })
  const deleted = await store({ organizationId: 'shop', name: 'deleted' })
  await database.transaction((tx) => writeTogether(tx, [webhookUpdate({ ...deleted, deletedAt: later })]))
  const names = async (filter: Partial<Parameters<typeof listWebhooks>[1]>) =>
    (await listWebhooks(database.db, { organizationId: 'shop', limit: 10, ...filter })).map(({ name }) => name)

  expect(await names({})).toEqual(['invoices', 'payments'])
  expect(await names({ productId: 'reporting' })).toEqual(['payments'])
  expect(await names({ eventType: SEND })).toEqual(['invoices'])
  expect(await names({ productId: 'reporting', eventType: SEND })).toEqual([])
  expect(await names({ limit: 1 })).toEqual(['invoices'])
  expect(await names({ organizationId: undefined })).toHaveLength(3)
})

test('a status changes only from the statuses that the caller names, and never after deletion', async () => {
  const webhook = await store({ organizationId: 'shop' })
  const suspend = () =>
    setWebhookStatus(database.db, {
      ...webhook,
      from: ['ACTIVE'],
      to: { status: 'SUSPENDED', statusReason: 'RETRIES_EXHAUSTED' },
      healthCheckDueAt: later,
      at: later,
    })

  expect([await suspend(), await suspend()]).toEqual([true, false])
  expect(await loadWebhook(database.db, webhook)).toEqual({
    ...webhook,
    status: 'SUSPENDED',
    statusReason: 'RETRIES_EXHAUSTED',
    healthCheckDueAt: later,
    updatedOn: later,
  })
  await database.transaction((tx) => writeTogether(tx, [webhookUpdate({ ...webhook, deletedAt: later })]))
  expect(await suspend()).toBe(false)
})
