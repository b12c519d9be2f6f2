import { env } from 'node:process'

/** `npm run test:long` repeats random runs many times; the usual tests take a sample. */
export const isLongRun = env['QUITTANCE_TEST_LONG'] === '1'

export const USUAL_SEED = 20_261_115

/** Fixed unless given, so that a failure can be run again: QUITTANCE_TEST_SEED=… npm test. */
export const seed = Number(env['QUITTANCE_TEST_SEED'] ?? USUAL_SEED)

/** The seed and those that follow it; QUITTANCE_TEST_SEEDS=… chooses how many. */
export function seeds({ usual, long }: { readonly usual: number; readonly long: number }): readonly number[] {
  const count = Number(env['QUITTANCE_TEST_SEEDS'] ?? (isLongRun ? long : usual))
  return Array.from({ length: count }, (_, index) => seed + index)
}

/** All of them in long runs; otherwise one in `oneIn`, chosen by the seed. */
export function inTurn<T>(all: readonly T[], oneIn: number): T[] {
  return all.filter((_, index) => isLongRun || (index + seed) % oneIn === 0)
}

/** Whether to rewrite the golden files, after an intended change of reports. */
export const isRenewingGoldenFiles = env['UPDATE_GOLDEN'] === '1'

/** The server of `npm run test:clickhouse`; by default chdb, of its own folder and by this Node. */
export const clickhouseTest = {
  /** The address of an existing server. */
  url: env['CLICKHOUSE_TEST_URL'] || undefined,
  /** The node_modules that hold chdb. */
  chdbModules: env['CHDB_MODULES'] || undefined,
} as const

/** QUITTANCE_TEST_BROWSER=<file> names the Chromium that the browser tests use. */
export const browserSearch = {
  executable: env['QUITTANCE_TEST_BROWSER'] || undefined,
  path: env['PATH'] ?? '',
}

/** Without a browser its tests fail instead of being skipped. A named browser is required too. */
export const isBrowserRequired = env['QUITTANCE_REQUIRE_BROWSER'] === '1' || browserSearch.executable !== undefined
