import { relative } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests beside the code that start processes, though they need no store. */
const WITH_PROCESSES = [
  'src/demo/generate-demo.test.ts',
  'src/platform/keeper/*.test.ts',
  'src/platform/processes/child-process.test.ts',
]
const WITH_STORES = ['src/**/*.db.test.ts', ...WITH_PROCESSES]
const GLOBAL_SETUP = ['test/support/run/global-setup.ts', 'test/support/browser/browser-global-setup.ts']

const LONG_RUN_MS_MAX = 3_600_000

/** The longest files begin first, so that no worker is left alone with one at the end. */
const BEGINNING = [
  'test/flows/start-and-stop',
  'test/flows/',
  'test/faults/',
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

/** In a long run a test may take an hour. */
export function testConfig({ isLong }: { readonly isLong: boolean }) {
  const within = (ms: number) => ({ testTimeout: isLong ? LONG_RUN_MS_MAX : ms, hookTimeout: ms })
  return defineConfig({
    test: {
      pool: 'forks',
      maxWorkers: 4,
      setupFiles: ['test/support/run/give-back-resources.ts'],
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          // Files of the first two projects share a worker and what it has loaded: they keep nothing in modules.
          extends: true,
          test: {
            name: 'quick',
            include: ['src/**/*.test.ts'],
            exclude: [...configDefaults.exclude, ...WITH_STORES],
            isolate: false,
            ...within(30_000),
          },
        },
        {
          extends: true,
          test: {
            name: 'stores',
            include: WITH_STORES,
            globalSetup: GLOBAL_SETUP,
            isolate: false,
            ...within(120_000),
          },
        },
        {
          // Whole services start and stop in a test, on machines with two cores that do other things too.
          extends: true,
          test: {
            name: 'stories',
            include: ['test/**/*.test.ts'],
            // Tests of ClickHouse need another engine: npm run test:clickhouse.
            exclude: [...configDefaults.exclude, 'test/clickhouse/**'],
            globalSetup: GLOBAL_SETUP,
            ...within(180_000),
          },
        },
      ],
    },
  })
}

export default testConfig({ isLong: false })
