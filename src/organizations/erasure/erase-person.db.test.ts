import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { readPerson } from '../../kernel/person.ts'
import type { PersonalDataHolder, SoughtPerson } from '../../kernel/personal-data.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { listAudit } from '../audit/audit-store.ts'
import { erasePerson } from './erase-person.ts'
import { findPerson } from './find-person.ts'

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  await anOrganization({ database }, 'chain', { type: 'partner' })
  await anOrganization({ database }, 'region', { type: 'account', parentId: 'chain' })
  await anOrganization({ database }, 'shop1', { parentId: 'region' })
  await anOrganization({ database }, 'shop2', { parentId: 'chain' })
  await anOrganization({ database }, 'foreign')
})

const jane = readPerson({ emails: ['jane@example.org'], phones: [], customerIds: [] })

/** Keeps only a number and the sought persons. */
function aHolder(name: string, things: number) {
  const asked: SoughtPerson[] = []
  let isBroken = false
  let left = things
  const holder: PersonalDataHolder = {
    name,
    find: async () => ({
      counts: { [name]: left },
      remaining: [{ what: `${name} files`, why: 'x' }],
    }),
    erase: async (sought) => {
      asked.push(sought)
      if (isBroken) throw new Error('broken')
      const erased = left
      left = 0
      return { counts: erased === 0 ? {} : { [name]: erased }, remaining: [] }
    },
  }
  return { holder, asked, breaks: (holds: boolean) => (isBroken = holds) }
}

const depsWith = (...holders: readonly PersonalDataHolder[]) => ({
  ...{ db: database, secrets: testSecrets, machineClock: systemClock },
  holders,
})

async function erasures(organizationId: string) {
  const { rows } = await database.pool.query(
    `select erasure_id, completed_at is not null as "isCompleted", outcome,
        encode(person_hash, 'hex') as hash from erasures
      where organization_id = $1 order by requested_at`,
    [organizationId],
  )
  return rows
}

const auditOf = async (organizationId: string) => {
  const entries = await listAudit(database.db, { organizationId, action: 'erasure' }, { limit: 10 })
  return entries.toReversed().map(({ action, subject, details }) => ({ action, subject, details }))
}

describe('an erasure', () => {
  test('an erasure covers the organization and all below it, and no others', async () => {
    const things = aHolder('things', 3)
    const alone = aHolder('things', 3)

    await erasePerson(depsWith(things.holder), aTester, { organizationId: 'chain', person: jane })
    await erasePerson(depsWith(alone.holder), aTester, { organizationId: 'shop1', person: jane })

    expect(things.asked.map(({ organizationIds }) => organizationIds)).toEqual([['chain', 'region', 'shop1', 'shop2']])
    expect(alone.asked.map(({ organizationIds }) => organizationIds)).toEqual([['shop1']])
  })

  test('an interrupted erasure continues under its number and counts all erased data', async () => {
    const [first, second] = [aHolder('first', 2), aHolder('second', 5)]
    const deps = depsWith(first.holder, second.holder)
    const asked = { organizationId: 'shop2', person: jane }
    second.breaks(true)

    await expect(erasePerson(deps, aTester, asked)).rejects.toThrow('broken')
    const interrupted = await erasures('shop2')
    second.breaks(false)
    const done = await erasePerson(deps, aTester, asked)
    const again = await erasePerson(deps, aTester, asked)

    expect(interrupted).toMatchObject([{ isCompleted: false, outcome: { first: { first: 2 } } }])
    expect(done).toEqual({
      erasureId: interrupted[0].erasure_id,
      outcome: { first: { first: 2 }, second: { second: 5 } },
      remaining: [expect.objectContaining({ what: expect.stringContaining('backups') })],
    })
    expect(again.outcome).toEqual({ first: {}, second: {} })
    expect(again.erasureId).not.toBe(done.erasureId)
    expect(await erasures('shop2')).toMatchObject([
      { erasure_id: done.erasureId, isCompleted: true, outcome: done.outcome },
      { erasure_id: again.erasureId, isCompleted: true },
    ])
    const subject = `erasure:${done.erasureId}`
    expect((await auditOf('shop2')).slice(0, 3)).toEqual([
      { action: 'erasure.begun', subject, details: {} },
      { action: 'erasure.resumed', subject, details: {} },
      { action: 'erasure.completed', subject, details: { first: 2, second: 5 } },
    ])
  })

  test('an erasure keeps nothing that identifies the person, but recognises the same person again', async () => {
    const { holder } = aHolder('things', 1)
    for (const email of ['joan@example.org', 'JOAN@example.org', 'jean@example.org']) {
      const person = readPerson({ emails: [email], phones: ['123456789'], customerIds: [] })
      await erasePerson(depsWith(holder), aTester, { organizationId: 'region', person })
    }

    const [one, same, other] = await erasures('region')

    expect(one.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(same.hash).toBe(one.hash)
    expect(other.hash).not.toBe(one.hash)
    const kept = JSON.stringify([await erasures('region'), await auditOf('region')])
    expect(kept).not.toMatch(/example\.org|123456789/)
  })

  test('an erasure is refused for an unknown organization, and for a customer number that identifies another person elsewhere', async () => {
    const { holder, asked } = aHolder('things', 1)
    const person = readPerson({ emails: [], phones: [], customerIds: ['1001'] })
    const erase = (organizationId: string) => erasePerson(depsWith(holder), aTester, { organizationId, person })

    await expect(erase('nobody')).rejects.toThrow('There is no organization nobody')
    await expect(erase('chain')).rejects.toThrow('run the command for each merchant')
    await expect(erase('region')).rejects.toThrow('run the command for each merchant')
    await erase('foreign')

    expect(asked).toHaveLength(1)
    expect(await erasures('foreign')).toHaveLength(1)
  })
})

test('a dry run reports what exists and what would remain, and changes nothing', async () => {
  const { holder, asked } = aHolder('things', 4)
  await anOrganization({ database }, 'looked-at')

  const found = await findPerson(depsWith(holder), { organizationId: 'looked-at', person: jane })

  expect(found.held.get('things')?.counts).toEqual({ things: 4 })
  expect(found.remaining.map(({ what }) => what)).toEqual(['things files', expect.stringContaining('backups')])
  expect([asked, await erasures('looked-at'), await auditOf('looked-at')]).toEqual([[], [], []])
})
