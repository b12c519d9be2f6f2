import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { argv, exit } from 'node:process'
import { fileURLToPath } from 'node:url'
import { clickhouseTest } from '../support/run/test-run.ts'

// `npm run test:clickhouse`: chdb is installed in this folder, for it is large, and then the tests run against it.

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const CONFIG = fileURLToPath(new URL('../../vitest.clickhouse.config.ts', import.meta.url))
const PLATFORM = `${process.platform}-${process.arch}`
const CHDB_PLATFORM = 'linux-x64'

function run(command: string, args: readonly string[], cwd?: string): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', cwd })
  if (error !== undefined) throw error
  if (status !== 0) exit(status ?? 1)
}

function refuseWithoutChdb(): void {
  const { resolve } = createRequire(import.meta.url)
  try {
    for (const name of ['chdb', '@chdb/lib-linux-x64-gnu']) resolve(name)
  } catch {
    process.stderr.write('chdb is not installed, although it is made for this platform.\n')
    exit(1)
  }
}

if (clickhouseTest.url === undefined) {
  if (PLATFORM !== CHDB_PLATFORM) {
    process.stdout.write(
      `test:clickhouse is skipped: chdb is made for ${CHDB_PLATFORM}, not ${PLATFORM}; set CLICKHOUSE_TEST_URL to run it against a server.\n`,
    )
    exit(0)
  }
  run('npm', ['install', '--no-progress'], FOLDER)
  refuseWithoutChdb()
}
run(process.execPath, [VITEST, 'run', '--config', CONFIG, ...argv.slice(2)])
