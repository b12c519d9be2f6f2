import { execFileSync } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quittanceProcess } from '../support/processes/command.ts'
import { gather, isServing, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

/** Logged as it is, unlike a long word, which might be a token. */
const LONG_PATH = '/a/b'.repeat(2_000)
/** Nearly 6 MB of log lines; 4 MiB of them can wait. */
const REQUESTS = 700

test('a log reader that stalls, resumes or ends does not disturb the service', async () => {
  const log = join(temporaryFolder(), 'log')
  execFileSync('mkfifo', [log])
  const reader = createReadStream(log)
  const service = await startService(await startedDataFolder(), {}, { before: ['sh', '-c', 'exec "$@" 2>"$0"', log] })
  const request = async () => (await fetch(service.url + LONG_PATH)).status

  const statuses = []
  for (let sent = 0; sent < REQUESTS; sent += 10)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, request))))
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const lost = Number(/^log_lines_lost_total (\d+)$/m.exec(metrics)?.[1])
  const output = gather(reader)
  await expect.poll(output).toContain('"lostLines":')
  await request()
  reader.destroy()
  const last = await request()

  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(lost).toBeGreaterThan(50)
  expect(Number(/"lostLines":(\d+)/.exec(output())?.[1])).toBe(lost)
  expect(last).toBe(404)
  expect(await isServing(service)).toBe(true)
  expect(await service.terminate()).toBe(0)
})

test('QUITTANCE_LOG_FORMAT=text writes lines for people on standard error, and the banner on standard output', async () => {
  const log = join(temporaryFolder(), 'log')
  const environment = { QUITTANCE_LOG_FORMAT: 'text' }
  const before = ['sh', '-c', 'exec "$@" 2>"$0"', log]
  const service = await startService(await startedDataFolder(), environment, { before })
  await fetch(`${service.url}/nowhere`)
  await service.terminate()

  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')

  expect(lines.filter((line) => !/^\d{4}-\d\d-\d\dT[\d:.]{12}Z [A-Z ]{5} \S/.test(line))).toEqual([])
  expect(lines).toContainEqual(
    expect.stringMatching(/ INFO {2}request completed requestId=\S+ method=GET .*status=404/),
  )
  expect(service.output()).toMatch(/^Quittance .* is ready /)
})

test('another log format is refused and named', async () => {
  const { code, out, err } = await quittanceProcess(['doctor'], { QUITTANCE_LOG_FORMAT: 'xml' })

  expect([code, out]).toEqual([1, ''])
  expect(err).toBe('quittance: QUITTANCE_LOG_FORMAT must be one of text, json.\n')
})
