import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aCustomField } from '../../../test/support/data/custom-fields.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { Database } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import {
  definitionInsert,
  definitionsColumn,
  definitionsOf,
  definitionUpdate,
  listDefinitions,
  lockDefinitions,
  type StoredDefinition,
} from './custom-field-store.ts'

const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
fileResources.defer(() => database.close())
const write = (...writes: Write[]) => database.transaction((tx) => writeTogether(tx, writes))
const deletedAt = Temporal.Instant.from('2026-03-09T10:00:00.123456Z')

test('a stored definition is read back unchanged, with all or no optional values', async () => {
  await anOrganization({ database }, 'shop')
  const text = aCustomField({
    textMinLength: 0,
    textMaxLength: 255,
    textDefaultValue: 'ä " \\ 😀',
    isCustomerVisible: true,
    isReadOnly: true,
    dataIndex: 100,
    createdAt: deletedAt,
  })
  const select = aCustomField({ definitionId: 2, fieldType: 'Select', possibleValues: 'a, b' })

  await write(definitionInsert(text), definitionInsert(select))

  expect(await listDefinitions(database.db, 'shop')).toEqual([text, select])
})

test('a deleted definition is found only by its id, and the id is not reused', async () => {
  await anOrganization({ database }, 'shop2')
  const [first, second, third] = [1, 2, 3].map((definitionId) =>
    aCustomField({ organizationId: 'shop2', definitionId }),
  ) as [ReturnType<typeof aCustomField>, ReturnType<typeof aCustomField>, ReturnType<typeof aCustomField>]
  await write(definitionInsert(first), definitionInsert(second), definitionInsert(third))
  await write(definitionUpdate({ ...first, deletedAt }), definitionUpdate({ ...third, deletedAt }))

  const column = definitionsColumn({ organizationId: 'shop2', orIds: sql`select 3` })
  const { rows } = await sql<{ found: StoredDefinition[] }>`select ${column} as found`.execute(database.db)
  const locked = await database.transaction((tx) => lockDefinitions(tx, 'shop2'))

  expect(await listDefinitions(database.db, 'shop2')).toEqual([second])
  expect(definitionsOf(rows[0]?.found ?? [])).toEqual([second, { ...third, deletedAt }])
  expect(locked).toEqual({ active: [second], lastId: 3 })
})

test('an organization sees only its own definitions', async () => {
  await anOrganization({ database }, 'shop3')

  expect(await listDefinitions(database.db, 'shop3')).toEqual([])
  expect(await database.transaction((tx) => lockDefinitions(tx, 'shop3'))).toEqual({
    active: [],
    lastId: 0,
  })
})

test.each([
  ['a data index that another active one has', { definitionId: 8, dataIndex: 2 }],
  ['a data index out of bounds', { definitionId: 8, dataIndex: 101 }],
  ['lengths that cross', { definitionId: 8, textMinLength: 5, textMaxLength: 4 }],
  ['a select field without choices', { definitionId: 8, fieldType: 'Select' as const }],
  ['choices of a text field', { definitionId: 8, possibleValues: 'a' }],
])('the database itself refuses %s', async (_name, given) => {
  const definition = aCustomField({ organizationId: 'shop2', ...given })

  await expect(write(definitionInsert(definition))).rejects.toThrow(/constraint/)
})
