import { startTestApp } from './support/apps/app.ts'
import { describeGoldenReports } from './support/references/golden-reports.ts'

describeGoldenReports(() => startTestApp({ QUITTANCE_ROLE: 'api' }))
