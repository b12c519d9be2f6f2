import { expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson } from '../../../test/support/data/people.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { findActorWords } from './actor-words.ts'

test('a person is described by the address, and anyone else as in the audit trail', async () => {
  const { database } = await aDatabase()
  await anOrganization({ database }, 'shop')
  const { personId } = await aPerson({ database }, { email: 'Ada@example.com', roles: { shop: 'clerk' } })
  const ada = { kind: 'user', organizationId: 'shop', personId } as const
  const stranger = { ...ada, personId: '00000000-0000-4000-8000-000000000000' }
  const key = { kind: 'key', organizationId: 'shop', keyId: 'k1' } as const

  const words = await findActorWords(database.db, [ada, stranger, key])

  expect([ada, stranger, key, { kind: 'service' } as const].map(words)).toEqual([
    'Ada@example.com of shop',
    'person 00000000-0000-4000-8000-000000000000 of shop',
    'key k1 of shop',
    'service',
  ])
})
