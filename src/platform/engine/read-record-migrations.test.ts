import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { readRecordMigrations } from './read-record-migrations.ts'

const CREATED = `{"do":"create-table","table":"fees","columns":[{"name":"record_id","type":"text"}]}`

function reading(files: Readonly<Record<string, string>>): () => unknown {
  const folder = `${temporaryFolder()}/`
  for (const [name, steps] of Object.entries(files)) {
    writeFileSync(`${folder}${name}.json`, `{"owner":"records","steps":[${steps}]}`)
  }
  return () => readRecordMigrations(folder)
}

test('a migration is known by its number, its name and its steps', () => {
  expect(reading({ '0001_fees': CREATED })()).toEqual([
    { version: 1, name: '0001_fees', owner: 'records', steps: [JSON.parse(CREATED)] },
  ])
})

test('a missing migration is noticed', () => {
  expect(reading({ '0001_fees': CREATED, '0003_notes': '' })).toThrow(/0003_notes.json is out of order/)
})
