import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { StartupError } from '../processes/startup-error.ts'
import { openDataFolder } from './data-folder.ts'
import { refuseLegacyRecords } from './legacy-records.ts'

/** A data folder as the former version left it. */
function aFormerFolder() {
  const folder = openDataFolder(join(temporaryFolder(), 'data'))
  mkdirSync(join(folder.path, 'clickhouse', 'data'), { recursive: true })
  return folder
}

test('a folder without records of the former version is not refused', () => {
  const folder = openDataFolder(join(temporaryFolder(), 'data'))

  expect(() => refuseLegacyRecords(folder)).not.toThrow()
})

test('records of the former version are refused in one sentence that says what to do', () => {
  const folder = aFormerFolder()

  const refused = () => refuseLegacyRecords(folder)

  expect(refused).toThrow(StartupError)
  expect(refused).toThrow(
    `The report records in ${folder.path}/clickhouse were written by a former version: export them with that version ("quittance records export FOLDER"), stop it, rename ${folder.path}/clickhouse, start this version, and load them ("quittance records load FOLDER").`,
  )
})

test('stores of the former version that still run are named', () => {
  const folder = aFormerFolder()
  writeFileSync(join(folder.run, 'clickhouse.json'), '{}')
  writeFileSync(join(folder.run, 'keeper.json'), JSON.stringify({ pid: process.pid }))

  expect(() => refuseLegacyRecords(folder)).toThrow(`as process ${process.pid})`)
})
