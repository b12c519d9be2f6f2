import { testConfig } from './vitest.config.ts'

/** Kills, full disks, little memory: `npm run test:faults`. */
export default testConfig('faults')
