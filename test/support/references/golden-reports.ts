import { beforeAll, describe, expect, test } from 'vitest'
import { fieldsOfDefinition } from '../../../src/catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../../../src/catalogue/report-definitions.ts'
import type { Service } from '../../../src/main/service.ts'
import { REPORT_RECORDS } from '../../fixtures/report-records.ts'
import { type ReportMaker, reportMaker } from '../data/made-reports.ts'
import { anOrganization } from '../data/organizations.ts'
import { putRecords } from '../data/stored-records.ts'
import { inTurn } from '../run/test-run.ts'
import { expectGolden } from './golden-file.ts'
import { dtdProblems } from './parsed-reports.ts'

const ZONES = ['America/St_Johns', 'Europe/Berlin', 'GMT', 'Australia/Lord_Howe']
const CONVENTIONS = [undefined, 'SOAPI', 'SCMP'] as const
/** Shown with all of their fields besides. */
const SHOWN_WHOLE = [
  'TransactionRequestClass',
  'FundingDetailClass',
  'FeeDetailClass',
  'ChargebackAndRetrievalDetailClass',
  'DepositDetailClass',
]

/** Compares reports byte by byte with the files in test/fixtures/reports, whatever the engine of the service. */
export function describeGoldenReports(start: () => Promise<Service>): void {
  let maker: ReportMaker
  beforeAll(async () => {
    const service = await start()
    await anOrganization(service.stores, 'shop')
    maker = reportMaker(service)
    for (const [kind, records] of REPORT_RECORDS) await putRecords(service.stores, kind, records)
  })

  describe.each([
    ['text/csv', 'csv'],
    ['application/xml', 'xml'],
  ] as const)('as %s', (mimeType, extension) => {
    test.each(REPORT_DEFINITIONS.map((definition, index) => ({ ...definition, index })))(
      '$name with its default fields matches its file',
      async ({ index, ...definition }) => {
        const { name } = definition
        const { report, bytes } = await maker.make({
          definitionName: name,
          mimeType,
          timeZone: ZONES[index % ZONES.length] ?? 'GMT',
          signedAmounts: index % 2 === 0,
          ...conventionOf(index),
        })

        expect(report.status).toBe('COMPLETED')
        if (mimeType === 'application/xml') expect(dtdProblems(definition, bytes)).toBe('')
        expectGolden(`reports/${name}.${extension}`, bytes)
      },
    )

    // A report of all fields that is not shown is made all the same where it can be checked otherwise; in usual runs
    // every fourth in turn, for such a query takes long to plan.
    const others = REPORT_DEFINITIONS.filter(({ name }) => !SHOWN_WHOLE.includes(name))
    const checked = inTurn(others, 4)
    const wholes = REPORT_DEFINITIONS.filter(
      (definition) =>
        SHOWN_WHOLE.includes(definition.name) || (mimeType === 'application/xml' && checked.includes(definition)),
    )
    test.each(wholes)('$name with all of its fields matches its file', async (definition) => {
      const { report, bytes } = await maker.make({
        definitionName: definition.name,
        mimeType,
        timeZone: 'America/New_York',
        fields: fieldsOfDefinition(definition).map(({ wireName }) => wireName),
        startsAt: '2026-03-20T00:00:00Z',
        endsAt: '2026-03-30T00:00:00Z',
      })

      expect(report.status).toBe('COMPLETED')
      if (mimeType === 'application/xml') expect(dtdProblems(definition, bytes)).toBe('')
      if (!SHOWN_WHOLE.includes(definition.name)) return
      expectGolden(`reports/${definition.name}.all-fields.${extension}`, bytes)
    })
  })
}

function conventionOf(index: number) {
  const fieldNameConvention = CONVENTIONS[index % CONVENTIONS.length]
  return fieldNameConvention === undefined ? {} : { fieldNameConvention }
}
