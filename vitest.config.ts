import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // They need another engine: npm run test:clickhouse.
    exclude: [...configDefaults.exclude, 'test/clickhouse/**'],
    globalSetup: ['test/support/global-setup.ts', 'test/support/browser-global-setup.ts'],
    pool: 'forks',
    maxWorkers: 4,
    // Whole services start and stop in a test, on machines with two cores that do other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
