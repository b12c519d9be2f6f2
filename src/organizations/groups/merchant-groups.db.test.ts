import { pino } from 'pino'
import { expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { listAudit } from '../audit/audit-store.ts'
import { merchantGroups } from '../index.ts'
import { findOrganization } from '../tree/organization-store.ts'
import { changeMerchantGroup, createMerchantGroup, deleteMerchantGroup } from './change-merchant-groups.ts'
import { listMerchantGroups } from './merchant-group-store.ts'

const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
fileResources.defer(() => database.close())
const deps = { db: database, clock: systemClock, machineClock: systemClock }
const as = (organizationId: string) => ({ organizationId, by: aTester })

await anOrganization({ database }, 'p', { type: 'partner' })
await anOrganization({ database }, 'a', { type: 'account', parentId: 'p' })
for (const id of ['m1', 'm2', 'm3']) await anOrganization({ database }, id, { parentId: 'a' })
await anOrganization({ database }, 'far')

const find = (name: string) => merchantGroups.find(database.db, 'p', name)
const lastEntry = async () => {
  const filter = { organizationId: 'p', action: 'merchant-group' }
  return (await listAudit(database.db, filter, { limit: 1 }))[0]
}

test('a group is stored, found by owner and name, and listed', async () => {
  const group = await createMerchantGroup(deps, as('p'), {
    name: 'kept',
    merchantIds: ['m2', 'm1'],
  })
  await createMerchantGroup(deps, as('p'), { name: 'empty', merchantIds: [] })

  expect(group.merchantIds).toEqual(['m1', 'm2'])
  expect(await find('kept')).toEqual(group)
  expect(await merchantGroups.find(database.db, 'a', 'kept')).toBeUndefined()
  expect(await listMerchantGroups(database.db, 'p', { limit: 10 })).toMatchObject([
    { name: 'empty', members: 0 },
    { name: 'kept', members: 2 },
  ])
})

test('every change is stored and audited under its owner', async () => {
  await createMerchantGroup(deps, as('p'), { name: 'first', merchantIds: ['m1'] })
  expect(await lastEntry()).toMatchObject({
    action: 'merchant-group.created',
    details: { name: 'first', members: 'm1' },
  })

  await changeMerchantGroup(deps, as('p'), {
    name: 'first',
    newName: 'second',
    members: { add: ['m2', 'm3'], remove: ['m1'] },
  })
  expect(await find('first')).toBeUndefined()
  expect(await find('second')).toMatchObject({ merchantIds: ['m2', 'm3'] })
  expect(await lastEntry()).toMatchObject({
    action: 'merchant-group.changed',
    details: { name: 'second', nameBefore: 'first', added: 'm2 m3', removed: 'm1' },
  })

  await deleteMerchantGroup(deps, as('p'), { name: 'second' })
  expect(await find('second')).toBeUndefined()
  expect(await lastEntry()).toMatchObject({ action: 'merchant-group.deleted' })
  expect(await findOrganization(database.db, 'm2')).toBeDefined()
})

test('a change without effect writes nothing', async () => {
  await createMerchantGroup(deps, as('p'), { name: 'still', merchantIds: ['m1'] })
  const before = await lastEntry()

  await changeMerchantGroup(deps, as('p'), { name: 'still', members: { add: ['m1'], remove: [] } })

  expect(await lastEntry()).toEqual(before)
})

test('a name is unique per owner, on creation and renaming', async () => {
  const create = (owner: string) => createMerchantGroup(deps, as(owner), { name: 'once', merchantIds: [] })
  await create('p')
  await createMerchantGroup(deps, as('p'), { name: 'twice', merchantIds: [] })
  const members = { add: [], remove: [] }

  await expect(create('p')).rejects.toMatchObject({ kind: 'conflict' })
  await expect(changeMerchantGroup(deps, as('p'), { name: 'twice', newName: 'once', members })).rejects.toMatchObject({
    kind: 'conflict',
    details: [{ field: 'name' }],
  })
  await expect(create('a')).resolves.toMatchObject({ organizationId: 'a' })
})

test('members are merchants below the owner, and a refusal stores nothing', async () => {
  for (const stranger of ['far', 'nobody', 'a']) {
    await expect(
      createMerchantGroup(deps, as('p'), { name: 'strange', merchantIds: ['m1', stranger] }),
    ).rejects.toMatchObject({ kind: 'invalid', details: [{ field: 'members' }] })
  }

  expect(await find('strange')).toBeUndefined()
})

test('an unknown owner and an unknown group are refused', async () => {
  const members = { add: [], remove: [] }
  const group = { name: 'none', merchantIds: [], members }

  for (const attempt of [
    () => createMerchantGroup(deps, as('nobody'), group),
    () => changeMerchantGroup(deps, as('p'), group),
    () => deleteMerchantGroup(deps, as('p'), group),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' })
  }
})

test('two concurrent changes are both kept', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const name = `busy ${round}`
    await createMerchantGroup(deps, as('p'), { name, merchantIds: [] })

    await Promise.all(
      ['m1', 'm2', 'm3'].map((id) => changeMerchantGroup(deps, as('p'), { name, members: { add: [id], remove: [] } })),
    )

    expect(await find(name)).toMatchObject({ merchantIds: ['m1', 'm2', 'm3'] })
  }
})
