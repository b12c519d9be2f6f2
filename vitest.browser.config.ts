import { testConfig } from './vitest.config.ts'

/** Every page in every state, language and width: `npm run test:browser`. */
export default testConfig('browser')
