import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assert } from '../../kernel/assert.ts'
import { packageUrl } from '../processes/program-files.ts'
import { StartupError } from '../processes/startup-error.ts'

/** A store's record of a migration that it has run. */
export type AppliedMigration = {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

export type Migration = AppliedMigration & { readonly sql: string }

export type MigrationReport = { readonly applied: readonly string[]; readonly version: number }

/** PostgreSQL's migrations, in order. */
export function readMigrations(): readonly Migration[] {
  const folder = fileURLToPath(packageUrl('migrations/postgres/'))
  return numberedFiles(folder, '.sql').map(({ file, version, name }) => {
    const sql = readFileSync(`${folder}${file}`, 'utf8')
    return { version, name, sql, checksum: checksumOf(sql) }
  })
}

/** The migrations in a folder, in order, with their names without the ending; a gap in their numbers is a lost file. */
export function numberedFiles(folder: string, ending: '.sql' | '.json') {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
  return files.map((file, index) => {
    const name = file.slice(0, -ending.length)
    const version = Number(/^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1])
    assert(version === index + 1, `Migration ${file} is out of order in ${folder}.`)
    return { file, version, name }
  })
}

/** The checksum of a migration's text, by which a store recognizes a migration that it ran. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export type MigratedStore = {
  readonly name: string
  /** How to leave a store alone that another program has written. */
  readonly remedy: string
}

/** The pending migrations; refuses a store that a newer or another program has written. */
export function pendingMigrations<Known extends AppliedMigration>(
  { name: store, remedy }: MigratedStore,
  known: readonly Known[],
  applied: readonly AppliedMigration[],
): readonly Known[] {
  for (const { version, name, checksum } of applied) {
    const own = known.find((migration) => migration.version === version)
    if (own === undefined) {
      throw new StartupError(
        `${store} was written by a newer Quittance (migration ${name}, this program knows ${known.length}): start that version, or restore a backup from before.`,
      )
    }
    if (own.checksum !== checksum) {
      throw new StartupError(
        `${store} ran another migration ${version} (${name}) than the one this program brings: it was written by a different Quittance, such as a build from before 0.1.0; start that one, or ${remedy}.`,
      )
    }
  }
  const done = new Set(applied.map(({ version }) => version))
  return known.filter(({ version }) => !done.has(version))
}
