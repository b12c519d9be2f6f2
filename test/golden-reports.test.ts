import { startWholeService } from './support/apps/whole-service.ts'
import { describeGoldenReports } from './support/references/golden-reports.ts'

describeGoldenReports(() => startWholeService({ QUITTANCE_ROLE: 'api' }))
