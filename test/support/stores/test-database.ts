import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { fileResources } from '../run/file-resources.ts'
import { adminQuery, urlOfDatabase } from './database-url.ts'

type DatabaseContent = 'migrated' | 'empty'

/** A database of this test file's own, cloned from the template in a tenth of a second. */
export async function createTestDatabase(content: DatabaseContent = 'migrated'): Promise<string> {
  const { adminUrl, template } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const source = content === 'migrated' ? template : 'template0'
  await adminQuery(adminUrl, `create database ${name} template ${source} strategy file_copy`)
  fileResources.defer(() => adminQuery(adminUrl, `drop database ${name} with (force)`))
  return urlOfDatabase(adminUrl, name)
}
