import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../test/support/processes/queue-node.ts'
import { startedDataFolder } from '../../../../test/support/processes/started-folder.ts'
import { eventually } from '../../../../test/support/run/eventually.ts'
import { openDataFolder } from '../../files/data-folder.ts'
import { withClient } from '../with-client.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

test('right after a start a change is archived within the time that was set', async () => {
  const folder = openDataFolder(await startedDataFolder())
  const { url, stop } = await startEmbeddedPostgres(folder, silentLog, { archiveSeconds: 1 })
  onTestFinished(stop)

  await withClient({ connectionString: url }, (client) => client.query('create table changed ()'))

  await eventually(async () => readdirSync(folder.wal).some((name) => /^[0-9A-F]{24}$/.test(name)))
})

test('without a place for backups nothing is archived', async () => {
  const folder = openDataFolder(await startedDataFolder())
  const { url, stop } = await startEmbeddedPostgres(folder, silentLog)
  onTestFinished(stop)

  const { rows } = await withClient({ connectionString: url }, (client) => client.query('show archive_mode'))

  expect(rows).toEqual([{ archive_mode: 'off' }])
})
