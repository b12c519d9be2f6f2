import { DtdValidator, XmlDocument, XmlDtd } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { FIELDS, GROUPS } from './catalogue.ts'
import { dtdText } from './document-type.ts'
import { documentTypeOf } from './dtd-of.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'
import { findReportDefinition, REPORT_DEFINITIONS } from './report-definitions.ts'
import { xmlNameOfField, xmlNameOfGroup } from './xml-names.ts'

type Content = readonly (readonly [element: string, content: string | Content])[]

const written = (content: Content): string =>
  content
    .map(([element, inner]) => {
      const text = typeof inner === 'string' ? inner : written(inner)
      return `<${element}>${text}</${element}>`
    })
    .join('')

/** A report with these records inside. */
const reportOf = ({ title, version }: ReportDefinition, records: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<Report Name="${title}" Version="${version}" ` +
  'xmlns="https://pay.example/reporting/v3/dtds/x" MerchantID="shop" ' +
  `ReportStartDate="2026-03-09T00:00:00Z" ReportEndDate="2026-03-10T00:00:00Z">${records}</Report>`

/** A record with these fields, in the catalogue's order. */
function recordWith(definition: ReportDefinition, isThere: (wireName: string) => boolean = () => true): string {
  const fields = fieldsOfDefinition(definition).filter(({ wireName }) => isThere(wireName))
  const groups = [...Map.groupBy(fields, ({ group }) => group)]
  return written([
    [
      'Record',
      groups.map(([group, own]) => [
        xmlNameOfGroup(group),
        own.map(({ name }) => [xmlNameOfField(name), 'a &lt; b'] as const),
      ]),
    ],
  ])
}

/** The problems that an independent XML parser finds. */
function problemsOf(definition: ReportDefinition, document: string): string {
  using dtd = XmlDtd.fromString(dtdText(documentTypeOf(definition)))
  using parsed = XmlDocument.fromString(document)
  try {
    new DtdValidator(dtd).validate(parsed)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe.each(REPORT_DEFINITIONS.map((definition) => [definition.name, definition] as const))(
  'the DTD of %s',
  (_, definition) => {
    const whole = recordWith(definition)
    const narrow = recordWith(definition, (name) => definition.defaultFields.includes(name))

    test.each([
      ['without records', ''],
      ['with an empty record', '<Record/>'],
      ['with all fields', whole],
      ['with the default fields', narrow],
      ['with several records', whole + narrow + whole],
    ])('the DTD accepts a report %s', (_form, records) => {
      expect(problemsOf(definition, reportOf(definition, records))).toBe('')
    })

    test.each([
      [
        'of a field twice',
        written([
          [
            'Record',
            [
              [
                'Request',
                [
                  ['RequestID', '1'],
                  ['RequestID', '2'],
                ],
              ],
            ],
          ],
        ]),
      ],
      [
        'of fields in another order',
        written([
          [
            'Record',
            [
              [
                'Request',
                [
                  ['RequestID', '1'],
                  ['MerchantID', '2'],
                ],
              ],
            ],
          ],
        ]),
      ],
      [
        'of a group twice',
        written([
          [
            'Record',
            [
              ['Request', ''],
              ['Request', ''],
            ],
          ],
        ]),
      ],
      ['of a field without its group', '<Record><RequestID>1</RequestID></Record>'],
      ['of text in a group', '<Record><Request>1</Request></Record>'],
      ['of anything unknown', '<Record><Foreign/></Record>'],
    ])('the DTD refuses a report %s', (_form, records) => {
      expect(problemsOf(definition, reportOf(definition, records))).not.toBe('')
    })

    test('the DTD refuses a report with an incomplete header', () => {
      const head = reportOf(definition, '')
      for (const name of ['Name', 'Version', 'xmlns', 'MerchantID', 'ReportStartDate', 'ReportEndDate']) {
        const without = head.replace(new RegExp(` ${name}="[^"]*"`), '')

        expect(without).not.toBe(head)
        expect(problemsOf(definition, without)).toContain(`does not carry attribute ${name}`)
      }
    })
  },
)

test('a DTD has one declaration for each element, in the catalogue’s order', () => {
  const definition = findReportDefinition('ConversionDetailClass')
  const lines = dtdText(documentTypeOf(definition as ReportDefinition)).split('\n')

  expect(lines.slice(0, 9)).toEqual([
    '<!-- Conversion Detail Report, version 1.1 -->',
    '<!ELEMENT Report (Record*)>',
    '<!ATTLIST Report',
    '  Name CDATA #REQUIRED',
    '  Version CDATA #REQUIRED',
    '  xmlns CDATA #REQUIRED',
    '  MerchantID CDATA #REQUIRED',
    '  ReportStartDate CDATA #REQUIRED',
    '  ReportEndDate CDATA #REQUIRED>',
  ])
  expect(lines[9]).toBe(
    '<!ELEMENT Record (Request?, BillTo?, PaymentMethodGroup?, Conversion?, Merchant-DefinedDataFields?)>',
  )
  expect(lines).toContain(
    '<!ELEMENT Conversion (ConversionDate?, NewDecision?, OriginalDecision?, Profile?, Queue?, Reviewer?, ReviewerComments?)>',
  )
  const declared = lines.flatMap((line) => /^<!ELEMENT (\S+)/.exec(line)?.[1] ?? [])
  expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([])
})

describe('element names', () => {
  test.each([
    ['Event', 'EventGroup'],
    ['PaymentMethod', 'PaymentMethodGroup'],
    ['BillTo', 'BillTo'],
    ['Merchant-DefinedDataFields', 'Merchant-DefinedDataFields'],
  ])('the element of the group %s is %s', (group, element) => {
    expect(xmlNameOfGroup(group)).toBe(element)
  })

  test.each([
    ['Event', 'Event'],
    ['IP Postal', 'IPPostal'],
    ['PersonalId(CPF/CNPJ)', 'PersonalIdCPFCNPJ'],
    ['Jailbreak/RootPrivileges', 'JailbreakRootPrivileges'],
  ])('the element of the field %s is %s', (field, element) => {
    expect(xmlNameOfField(field)).toBe(element)
  })

  test('element names are valid in XML, and each means a group, fields or the frame around them', () => {
    const groups = GROUPS.map(({ name }) => xmlNameOfGroup(name))
    const fields = new Set(FIELDS.map(({ name }) => xmlNameOfField(name)))
    const all = [...groups, ...fields, 'Report', 'Record']

    expect(all.filter((name) => !/^(?!xml)[A-Za-z_][\w-]*$/i.test(name))).toEqual([])
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
  })

  test('element names of the fields of a group differ', () => {
    for (const { fields } of GROUPS) {
      expect(new Set(fields.map(({ name }) => xmlNameOfField(name))).size).toBe(fields.length)
    }
  })
})
