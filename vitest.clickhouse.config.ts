import { defineConfig } from 'vitest/config'

/** Tests of the ClickHouse adapter, against chdb or the server that CLICKHOUSE_TEST_URL names: `npm run test:clickhouse`. */
export default defineConfig({
  test: {
    include: ['test/clickhouse/**/*.test.ts'],
    globalSetup: [
      'test/support/run/bundle-global-setup.ts',
      'test/support/run/global-setup.ts',
      'test/clickhouse/clickhouse-global-setup.ts',
    ],
    setupFiles: ['test/support/run/give-back-resources.ts', 'test/support/run/use-bundle.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Under emulation a query takes half a second.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
