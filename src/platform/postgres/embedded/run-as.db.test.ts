import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/stores/temporary-folder.ts'
import { openDataFolder } from '../../files/data-folder.ts'
import { createLogger } from '../../log/log.ts'
import { withClient } from '../with-client.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { changeOwner, type RunAs } from './run-as.ts'

const OWN_UID = 65_525
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asItIs: RunAs['command'] = (program, args) => [program, [...args]]
/** A copy of the repository may lie in a folder that root alone may enter. */
const canOthersEnter =
  isRoot &&
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', import.meta.dirname], { uid: OWN_UID, gid: OWN_UID, cwd: '/' })
    .status === 0

// Where namespaces are not allowed, as in most containers.
beforeEach(() => vi.stubEnv('PATH', '/nonexistent'))
afterEach(() => vi.unstubAllEnvs())

test.runIf(isRoot && !canOthersEnter)('a program that root alone may enter is refused, with the ways out', async () => {
  const folder = openDataFolder(temporaryFolder())

  const start = startEmbeddedPostgres(folder, createLogger({ level: 'silent' }))

  await expect(start).rejects.toThrow('create the account, start Quittance as an ordinary user, or set DATABASE_URL')
})

test.runIf(canOthersEnter)('started as root, PostgreSQL runs as a user that no other program uses', async () => {
  const folder = openDataFolder(temporaryFolder())
  const log = createLogger({ level: 'silent' })
  const serverUid = () => {
    const pid = readFileSync(join(folder.postgres, 'postmaster.pid'), 'utf8').split('\n')[0]
    return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  }

  const first = await startEmbeddedPostgres(folder, log)
  const uids = [serverUid()]
  await first.stop()
  // As a first start leaves it that was interrupted.
  changeOwner(folder.postgres, { command: asItIs, ids: { uid: NOBODY, gid: NOBODY } })
  const second = await startEmbeddedPostgres(folder, log)
  uids.push(serverUid())
  const answer = await withClient({ connectionString: second.url }, (client) => client.query('select 1 as one'))
  await second.stop()

  expect(uids).toEqual([OWN_UID, OWN_UID])
  expect(answer.rows).toEqual([{ one: 1 }])
  expect(statSync(join(folder.postgres, 'base')).uid).toBe(OWN_UID)
  expect(statSync(folder.postgres).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('a link that the former owner left in the folder exposes no other file', () => {
  const folder = temporaryFolder()
  const foreign = join(temporaryFolder(), 'shadow')
  writeFileSync(foreign, 'secret')
  symlinkSync(foreign, join(folder, 'link'))
  chownSync(folder, NOBODY, NOBODY)

  changeOwner(folder, { command: asItIs, ids: { uid: OWN_UID, gid: OWN_UID } })

  expect([statSync(foreign).uid, lstatSync(join(folder, 'link')).uid, statSync(folder).uid]).toEqual([
    0,
    OWN_UID,
    OWN_UID,
  ])
})
