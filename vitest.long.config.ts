import { mergeConfig } from 'vitest/config'
import { testConfig } from './vitest.config.ts'

/** Long random and fault runs, one after the other; a seeded sample of each is in the usual tests. */
export default mergeConfig(testConfig({ isLong: true }), {
  test: { fileParallelism: false, env: { QUITTANCE_TEST_LONG: '1' } },
})
