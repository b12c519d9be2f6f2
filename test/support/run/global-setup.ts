import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openDataFolder } from '../../../src/platform/files/data-folder.ts'
import { leaseStores } from '../../../src/platform/keeper/lease-stores.ts'
import { migratePostgres, withMigrationLock } from '../../../src/platform/postgres/migrate-postgres.ts'
import { migrateQueue } from '../../../src/platform/queue/queue.ts'
import { adminQuery, urlOfDatabase } from '../stores/database-url.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'

const TEMPLATE = 'quittance_template'

/** A running PostgreSQL with an up-to-date template database, shared by all test files. */
type SharedPostgres = { readonly adminUrl: string; readonly template: string }

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: SharedPostgres
    /** The folder of data that tests of a run share: see `madeOnce`. */
    readonly sharedFolder: string
  }
}

/** Starts the PostgreSQL that the tests share, and fills the template that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const resources = new AsyncDisposableStack()
  try {
    const root = makeTemporaryFolder()
    resources.defer(() => rmSync(root, { recursive: true, force: true }))
    project.provide('sharedFolder', root)
    project.provide('postgres', await startPostgres(resources, join(root, 'data')))
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
  return () => resources.disposeAsync()
}

async function startPostgres(resources: AsyncDisposableStack, path: string): Promise<SharedPostgres> {
  const log = pino({ level: 'silent' })
  const lease = await leaseStores({
    folder: openDataFolder(path),
    needs: ['postgres'],
    engineMemoryBytesMax: 0,
    log,
  })
  resources.defer(lease.release)
  const adminUrl = lease.urls.postgres ?? ''
  await forgoDurability(adminUrl)
  await adminQuery(adminUrl, `create database ${TEMPLATE}`)
  const templateUrl = urlOfDatabase(adminUrl, TEMPLATE)
  await withMigrationLock(templateUrl, (client) => migratePostgres(client))
  await migrateQueue(templateUrl)
  return { adminUrl, template: TEMPLATE }
}

/** No test crashes this server; those about crashes start one of their own. Here waiting for the disk only takes time. */
async function forgoDurability(adminUrl: string): Promise<void> {
  await adminQuery(adminUrl, 'alter system set fsync = off')
  await adminQuery(adminUrl, 'alter system set full_page_writes = off')
  await adminQuery(adminUrl, 'select pg_reload_conf()')
}
