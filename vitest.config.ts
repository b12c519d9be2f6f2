import { relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileCacheEnvironment } from './src/platform/processes/program-files.ts'
import { AnnounceRun } from './test/support/run/announce-run.ts'

/** Tests next to the code that need no store but start processes. */
const WITH_PROCESSES = [
  'src/demo/generate-demo.test.ts',
  'src/platform/keeper/*.test.ts',
  'src/platform/log/log-writer.test.ts',
  'src/platform/processes/child-process.test.ts',
  'src/platform/processes/relative-imports.test.ts',
]
const WITH_STORES = ['src/**/*.db.test.ts', ...WITH_PROCESSES]
/** Tests of ClickHouse need another engine: npm run test:clickhouse. */
const OF_CLICKHOUSE = 'test/clickhouse/**'
/** Tests of kills, full disks and little memory: npm run test:faults. */
const OF_FAULTS = 'test/faults/**'
/** Tests of all pages in all states, languages and widths: npm run test:browser. */
const OF_PAGES = 'test/browser/matrix/**'

/** A test starts and stops whole services, on machines with two busy cores. */
const TEST_MS_MAX = 180_000
/** With the processes of lowest priority that are killed again and again. */
const FAULTS_MS_MAX = 600_000
const LONG_RUN_MS_MAX = 3_600_000
const TIMEOUTS: Partial<Readonly<Record<Run, number>>> = { faults: FAULTS_MS_MAX, long: LONG_RUN_MS_MAX }

/** The longest files start first, so that no worker is left with one at the end. */
const BEGINNING = [
  'test/flows/start-and-stop',
  'test/flows/',
  'test/',
  '.db.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const file = relative(project.config.root, moduleId)
      const place = BEGINNING.findIndex((part) => file.includes(part))
      return place < 0 ? BEGINNING.length : place
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

const INCLUDED = {
  all: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
  quick: ['src/**/*.test.ts', 'web/**/*.test.ts'],
  faults: ['test/faults/**/*.test.ts'],
  browser: ['test/browser/matrix/**/*.test.ts'],
  long: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
}
const EXCLUDED = {
  all: [OF_CLICKHOUSE, OF_FAULTS, OF_PAGES],
  quick: WITH_STORES,
  faults: [],
  browser: [],
  long: [OF_CLICKHOUSE],
}
type Run = keyof typeof INCLUDED

/**
 * All tests in one project, whose workers load what they share once. The quick ones need no store, process or browser,
 * so that alone they start at once. The long run has all of them, those of faults and of pages too. A test that hangs fails after
 * three minutes, one of faults after ten, in a long run after an hour.
 */
export function testConfig(run: Run) {
  const isQuick = run === 'quick'
  return defineConfig({
    test: {
      include: INCLUDED[run],
      exclude: [...configDefaults.exclude, ...EXCLUDED[run]],
      globalSetup: isQuick
        ? []
        : [
            'test/support/run/bundle-global-setup.ts',
            // The services whose pages are looked at have stores of their own.
            ...(run === 'browser' ? [] : ['test/support/run/global-setup.ts']),
            'test/support/browser/browser-global-setup.ts',
          ],
      testTimeout: TIMEOUTS[run] ?? TEST_MS_MAX,
      hookTimeout: TEST_MS_MAX,
      pool: 'forks',
      // The default of one second is too short for a busy machine.
      expect: { poll: { timeout: 30_000 } },
      // A fourth would load all modules once more, on two cores that three keep busy with what they start.
      maxWorkers: 3,
      // Files share workers and loaded modules, so modules must not hold state.
      isolate: false,
      // For the processes that tests start: they need not compile what another has compiled.
      env: { ...compileCacheEnvironment(), ...(run === 'long' ? { QUITTANCE_TEST_LONG: '1' } : {}) },
      // Long runs are one after the other.
      fileParallelism: run !== 'long',
      setupFiles: ['test/support/run/give-back-resources.ts', ...(isQuick ? [] : ['test/support/run/use-bundle.ts'])],
      sequence: { sequencer: LongestFirst },
      reporters: run === 'all' ? ['default', new AnnounceRun()] : ['default'],
    },
  })
}

export default testConfig('all')
