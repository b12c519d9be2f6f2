import { startTestApp } from './support/app.ts'
import { describeGoldenReports } from './support/golden-reports.ts'

describeGoldenReports(() => startTestApp({ QUITTANCE_ROLE: 'api' }))
