import { testConfig } from './vitest.config.ts'

/** Long random and fault runs; a seeded sample of each is in the usual tests. */
export default testConfig('long')
