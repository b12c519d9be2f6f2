import { configDefaults, defineConfig } from 'vitest/config'

/** Rules that need no store and no process, and keep nothing between tests: their files share a worker. */
const RULES = ['src/kernel/**/*.test.ts', 'src/*/domain/**/*.test.ts', 'src/reporting/render/**/*.test.ts']
const STORES = ['src/**/*.db.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 4,
    // Whole services start and stop in a test, on machines with two cores that do other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: RULES,
          exclude: [...configDefaults.exclude, ...STORES],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', ...STORES],
          // Tests of ClickHouse need another engine: npm run test:clickhouse.
          exclude: [...configDefaults.exclude, 'test/clickhouse/**', ...RULES],
          globalSetup: ['test/support/global-setup.ts', 'test/support/browser-global-setup.ts'],
        },
      },
    ],
  },
})
