import { describeGoldenReports } from '../support/references/golden-reports.ts'
import { startClickHouseApp } from './clickhouse-app.ts'

describeGoldenReports(startClickHouseApp)
