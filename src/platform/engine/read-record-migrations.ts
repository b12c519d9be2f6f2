import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { numberedFiles } from '../files/migration-files.ts'
import { packageUrl } from '../processes/program-files.ts'
import type { RecordMigration } from './record-migration.ts'

const FOLDER = fileURLToPath(packageUrl('migrations/records/'))

/** The migrations of the record store, in order. They are a part of the program: a test checks them. */
export function readRecordMigrations(folder: string = FOLDER): readonly RecordMigration[] {
  return numberedFiles(folder, '.json').map(({ file, version, name }) => {
    const content = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Pick<RecordMigration, 'owner' | 'steps'>
    return { version, name, ...content }
  })
}
