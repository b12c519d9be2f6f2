import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { quittance } from '../support/processes/command.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { isServing, runningOn, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { filesWith } from '../support/run/files-with.ts'
import { isLongRun } from '../support/run/test-run.ts'
import { isThere } from './engine-world.ts'
import { filesBelow, sandboxPlace, sendRecords, upload } from './report-run.ts'

const VICTIMS = ['engine', 'service', 'keeper'] as const
const ROUNDS = isLongRun ? 12 : 1
const RECORDS = isLongRun ? 40_000 : 20_000
const SEEN_MS_MAX = 60_000
const ENVIRONMENT = { QUITTANCE_LOG_LEVEL: 'warn' }

test(`erased data is gone after an erasure that ${ROUNDS} kills interrupted is repeated`, async () => {
  const folder = await startedDataFolder()
  const records = join(folder, 'records')
  let service = await startService(folder, ENVIRONMENT)
  onTestFinished(() => service.kill())
  const place = sandboxPlace(service, folder)
  await upload(place, RECORDS)
  const emails: string[] = []
  const hits: boolean[] = []

  // On a busy machine a kill may come too late: then another one follows.
  for (let round = 0; round < ROUNDS || (round < ROUNDS + 2 && !hits.includes(true)); round += 1) {
    const email = `jane.roe.${round}@hidden.example`
    const victim = VICTIMS[round % VICTIMS.length] ?? 'engine'
    const fields = { 'BillTo.Email': email }
    const sent = await sendRecords(place, { from: RECORDS + round, count: 1, fields })
    expect(await sent.json()).toMatchObject({ accepted: 1 })
    expect(filesWith(records, email)).not.toEqual([])
    emails.push(email)
    let isOver = false
    const erasing = erased(folder, place.merchantId, email).finally(() => {
      isOver = true
    })
    const isCopied = () => isThere(join(records, 'rewrite', 'records.duckdb'))
    await waitUntil(() => isCopied() || isOver || undefined, { withinMs: SEEN_MS_MAX, everyMs: 1 })

    const pid = victim === 'service' ? service.pid : service.storePids()[victim]
    if (pid !== undefined) signal(pid, 'SIGKILL')
    hits.push(isCopied())
    await erasing
    if (victim === 'service') service = await startService(folder, ENVIRONMENT)
    place.url = service.url
    await eventually(() => isServing(service), SEEN_MS_MAX)
    await eventually(async () => (await erased(folder, place.merchantId, email)) === 0)

    expect(filesWith(records, ...emails)).toEqual([])
  }

  const [stored] = await engineOfService(service).rows<object>(
    `select count(*) as rows, count(distinct record_id) as ids from transactions where is_deleted = 0`,
  )
  await service.terminate()
  expect(hits).toContain(true)
  expect(stored).toEqual({ rows: RECORDS + hits.length, ids: RECORDS + hits.length })
  expect(filesBelow(records)).toEqual(['records.duckdb'])
  expect(filesBelow(join(folder, 'exports'))).toEqual([])
  await eventually(async () => runningOn(folder).length === 0)
})

/** How the command ended. */
async function erased(folder: string, organization: string, email: string): Promise<number | null> {
  const args = ['erase', '--organization', organization, '--email', email]
  const { code } = await quittance(args, { QUITTANCE_DATA_DIR: folder })
  return code
}
