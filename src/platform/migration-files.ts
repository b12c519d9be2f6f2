import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assert } from '../kernel/assert.ts'
import { StartupError } from './startup-error.ts'

export type Migration = {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** What a store remembers of a migration that it has run. */
export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>

export type MigrationReport = { readonly applied: readonly string[]; readonly version: number }

/** The migrations of one store, in order. They are numbered without gaps, so a lost file is noticed. */
export function readMigrations(store: 'postgres' | 'clickhouse'): readonly Migration[] {
  const folder = fileURLToPath(new URL(`../../migrations/${store}/`, import.meta.url))
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
    assert(version === index + 1, `Migration ${file} is out of order in ${store}.`)
    const sql = readFileSync(`${folder}${file}`, 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    return { version, name: file.replace(/\.sql$/, ''), sql, checksum }
  })
}

/** What is still to be run; refuses a store that a newer or another program has written. */
export function pendingMigrations(
  store: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  for (const { version, name, checksum } of applied) {
    const own = known.find((migration) => migration.version === version)
    if (own === undefined) {
      throw new StartupError(
        `${store} was written by a newer Quittance (migration ${name}, this program knows ${known.length}): start that version, or restore a backup from before.`,
      )
    }
    if (own.checksum !== checksum) {
      throw new StartupError(
        `${store} ran another migration ${version} (${name}) than the one this program brings: it was written by a different Quittance.`,
      )
    }
  }
  const done = new Set(applied.map(({ version }) => version))
  return known.filter(({ version }) => !done.has(version))
}
