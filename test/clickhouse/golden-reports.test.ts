import { describeGoldenReports } from '../support/golden-reports.ts'
import { startClickHouseApp } from './clickhouse-app.ts'

describeGoldenReports(startClickHouseApp)
