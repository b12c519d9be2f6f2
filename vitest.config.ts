import { configDefaults, defineConfig } from 'vitest/config'

/** Rules that need no store and no process. */
const RULES = ['src/kernel/**/*.test.ts', 'src/*/domain/**/*.test.ts', 'src/reporting/render/**/*.test.ts']
const GLOBAL_SETUP = ['test/support/global-setup.ts', 'test/support/browser-global-setup.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 4,
    // Whole services start and stop in a test, on machines with two cores that do other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['test/support/give-back-resources.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: RULES,
          isolate: false,
        },
      },
      {
        // Files share a worker and what it has loaded: they keep nothing in modules.
        extends: true,
        test: {
          name: 'stores',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...RULES],
          globalSetup: GLOBAL_SETUP,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['test/**/*.test.ts'],
          // Tests of ClickHouse need another engine: npm run test:clickhouse.
          exclude: [...configDefaults.exclude, 'test/clickhouse/**'],
          globalSetup: GLOBAL_SETUP,
        },
      },
    ],
  },
})
