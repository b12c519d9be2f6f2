import { defineConfig, mergeConfig } from 'vitest/config'
import usual from './vitest.config.ts'

/** Long random and fault runs, one after the other; a seeded sample of each is in the usual tests. */
export default mergeConfig(
  usual,
  defineConfig({
    test: { testTimeout: 3_600_000, fileParallelism: false, env: { QUITTANCE_TEST_LONG: '1' } },
  }),
)
