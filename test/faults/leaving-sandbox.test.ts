import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { isSandboxDeletionOpen } from '../../src/platform/stores/installation-mode.ts'
import { quittance } from '../support/processes/command.ts'
import { aDatabase } from '../support/processes/queue-node.ts'
import {
  gather,
  spawnQuittance,
  spawnService,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

const KILLS_MAX = isLongRun ? 30 : 3
/** Each kill comes this much later than the one before. */
const STEP_MS = isLongRun ? 20 : 100
const SEEN_MS_MAX = 60_000

test(`the deletion of a sandbox ends after ${KILLS_MAX} kills of its command, and no service starts before`, async () => {
  const { url, database } = await aDatabase()
  const folder = temporaryDataFolder()
  const environment = { QUITTANCE_DATA_DIR: folder, DATABASE_URL: url, QUITTANCE_LOG_LEVEL: 'silent' }
  await (await startService(folder, environment)).terminate()
  const made = await quittance(['demo', '--transactions', '5000', '--seed', String(seed)], environment)
  const refusals: string[] = []
  let kills = 0

  while (kills < KILLS_MAX && (await isKilledAfter({ database, environment, ms: kills * STEP_MS }))) {
    kills += 1
    if (kills > 1) continue
    const service = await spawnService(folder, environment)
    if ((await service.exited) === 1) refusals.push(service.output())
  }
  const ended = await quittance(['mode', 'live', '--delete-sandbox', '--json'], environment)
  const again = await quittance(['mode', 'live', '--json'], environment)
  const trail = await quittance(['audit', 'list', '--json', '--limit', '200'], environment)

  expect(made.code).toBe(0)
  expect(kills).toBeGreaterThan(0)
  expect(refusals).toEqual([expect.stringContaining('"quittance mode live --delete-sandbox" again')])
  expect(ended).toMatchObject({ code: 0, err: expect.not.stringContaining('Error') })
  expect(JSON.parse(again.out)).toMatchObject({ mode: 'live', isNew: false })
  expect(trail.out.match(/sandbox\.deletion-started/g)).toHaveLength(1)
  expect(trail.out.match(/"sandbox\.deleted"/g)).toHaveLength(1)
})

type Killed = {
  readonly database: Database
  readonly environment: Readonly<Record<string, string>>
  readonly ms: number
}

/** Kills the command this long after it noted the deletion; false if it was quicker. */
async function isKilledAfter({ database, environment, ms }: Killed): Promise<boolean> {
  const command = spawnQuittance(['mode', 'live', '--delete-sandbox'], environment)
  for (const stream of [command.stdout, command.stderr]) gather(stream)
  const closed = once(command, 'close')
  const hasBegun = async () =>
    command.exitCode !== null || (await isSandboxDeletionOpen(database.db)) ? true : undefined
  await waitUntil(hasBegun, { withinMs: SEEN_MS_MAX, everyMs: 2 })
  await Promise.race([closed, setTimeout(ms)])
  command.kill('SIGKILL')
  const [code] = await closed
  return code === null
}
