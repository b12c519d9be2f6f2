import { expect, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { type CommandResult, quittance } from '../support/processes/command.ts'
import { startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'

type Demo = {
  readonly isNew: boolean
  readonly from: string
  readonly merchants: readonly string[]
  readonly records: Readonly<Record<string, number>>
}

test('a sandbox is filled with a year of demo data, not twice, and emptied again', async () => {
  const folder = await startedDataFolder()
  const environment = { QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent' }
  const service = await startService(folder)
  const run = (...args: string[]): Promise<CommandResult> => quittance(['demo', ...args], environment)
  const some = ['--transactions', '100', '--merchants', '2']

  const begunOn = Temporal.Now.plainDateISO('UTC')
  const made = await run(...some)
  const endedOn = Temporal.Now.plainDateISO('UTC')
  const again = await run(...some, '--json')
  const own = await run('--organization', 'sandbox-merchant', '--transactions', '2000', '--json')
  const tooMany = await run('--organization', 'sandbox-merchant', '--merchants', '2')
  const future = await run('--from', Temporal.Now.plainDateISO('UTC').toString())
  const cleared = await run('--clear', '--organization', 'sandbox-merchant', '--json')
  const rest = await run('--clear')
  await service.terminate()

  const yearAgo = [begunOn, endedOn].map((day) => day.subtract({ days: 365 }).toString())
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/^A year of demo data for 2 merchants below sandbox-partner, /)
  expect(made.out).toMatch(/^ {2}transaction +100$/m)
  expect(made.out).toMatch(/\n\nMade in \d+\.\d s\.\n$/)
  expect(JSON.parse(again.out)).toMatchObject({
    isNew: false,
    from: expect.toBeOneOf(yearAgo),
    merchants: ['sandbox-partner-demo-1', 'sandbox-partner-demo-2'],
    records: { transaction: 100 },
  })
  // Every merchant alone has everything that there is to look at; no report reads payments received elsewhere.
  const { merchants, records } = JSON.parse(own.out) as Demo
  expect(merchants).toEqual(['sandbox-merchant'])
  expect(Object.keys(KINDS).filter((kind) => !((records[kind] ?? 0) > 0))).toEqual(['external-payment'])
  expect(tooMany).toMatchObject({ code: 2, err: expect.stringMatching(/--merchants must be 1: /) })
  expect(future).toMatchObject({ code: 2, err: expect.stringMatching(/--from must be from 2000/) })
  expect(JSON.parse(cleared.out)).toMatchObject({ removed: records })
  expect(rest.out).toMatch(/^ {2}transaction +100$/m)
  expect(rest.out).toContain('still exist')
})

test('wrong input and live mode are refused before anything is started', async () => {
  const settings = { QUITTANCE_DATA_DIR: '/nonexistent', QUITTANCE_MODE: 'sandbox' }
  const live = { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' }

  const wrong = await quittance(['demo', '--from', '2020-02-30', '--merchants', '0'], settings)
  const mixed = await quittance(['demo', '--clear', '--seed', '2'], settings)
  const inLive = await quittance(['demo'], { ...settings, ...live })

  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringMatching(/--from must be a date .*; --merchants must be a whole number/),
  })
  expect(mixed).toMatchObject({ code: 2, err: expect.stringContaining('--seed cannot be combined') })
  expect(inLive).toMatchObject({ code: 1, err: expect.stringContaining('in live mode') })
})
