import { testConfig } from './vitest.config.ts'

/** The tests that need no store, process or browser. */
export default testConfig('quick')
