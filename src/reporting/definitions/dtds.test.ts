import { DtdValidator, XmlDocument, XmlDtd } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { dtdText, eitherOf } from '../../catalogue/document-type.ts'
import { REPORT_DEFINITIONS } from '../../catalogue/report-definitions.ts'
import { ON_DEMAND_REPORTS } from '../on-demand/on-demand-reports.ts'
import { documentTypeOfForm } from '../on-demand/responses/document-type-of-form.ts'
import { column, type NestedForm } from '../on-demand/responses/report-form.ts'
import { dtdsByName } from './dtds.ts'

const texts = dtdsByName()

const NESTED: NestedForm = {
  title: 'Nested Report',
  version: '1.0',
  dtdCode: 'nested',
  container: { element: 'Request', attributes: ['RequestID'] },
  items: [
    { listName: 'firsts', element: 'First', columns: [column('amount'), column('currencyCode')] },
    {
      listName: 'seconds',
      element: 'Second',
      columns: [column('code', { isAttribute: true }), column('amount')],
    },
    { listName: 'thirds', element: 'Third', columns: [column('code', { isAttribute: true })] },
  ],
}

/** The problems that an independent XML parser finds in a report with these entries. */
function problemsOf(dtdOfReport: string, entries: string): string {
  const head = ['Name', 'Version', 'xmlns', 'MerchantID', 'ReportStartDate', 'ReportEndDate']
  const attributes = head.map((name) => `${name}="x"`).join(' ')
  using dtd = XmlDtd.fromString(dtdOfReport)
  using document = XmlDocument.fromString(`<Report ${attributes}>${entries}</Report>`)
  try {
    new DtdValidator(dtd).validate(document)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('every DTD', () => {
  test('every DTD is found by its code, with and without its version', () => {
    const forms = ON_DEMAND_REPORTS.flatMap((report) => report.form ?? [])
    for (const { dtdCode, version } of [...REPORT_DEFINITIONS, ...forms]) {
      expect(texts.get(dtdCode), dtdCode).toMatch(/^<!-- /)
      expect(texts.get(`${dtdCode}-${version}`)).toBe(texts.get(dtdCode))
      expect(texts.get(`${dtdCode}-0.1`)).toBeUndefined()
    }
  })

  test('every DTD declares each element once, and all elements that others contain', () => {
    for (const [code, text] of texts) {
      const declared = [...text.matchAll(/^<!ELEMENT (\S+) (.*)>$/gm)]
      const names = declared.map(([, name]) => name)
      const held = declared.flatMap(([, , content = '']) => content.match(/[A-Za-z][\w-]*/g) ?? [])

      expect(new Set(names).size, code).toBe(names.length)
      expect(held.filter((name) => !names.includes(name) && !['PCDATA', 'EMPTY'].includes(name))).toEqual([])
    }
  })
})

describe('the DTD shared by stored and on-demand conversion details', () => {
  const cdr = texts.get('cdr') ?? ''
  const immediate =
    '<Conversion MerchantReferenceNumber="1" ConversionDate="2"><NewDecision>a</NewDecision><Reviewer>b</Reviewer></Conversion>'
  const stored =
    '<Record><Request><RequestID>1</RequestID></Request><Conversion><ConversionDate>2</ConversionDate></Conversion></Record>'

  test.each([
    ['nothing', ''],
    ['immediate ones', immediate + immediate],
    ['stored ones', stored + stored],
  ])('the shared DTD accepts %s', (_, entries) => {
    expect(problemsOf(cdr, entries)).toBe('')
  })

  test.each([
    ['both in one report', stored + immediate],
    ['elements in another order', '<Conversion><Reviewer>b</Reviewer><Queue>a</Queue></Conversion>'],
    ['unknown attributes', '<Conversion Foreign="1"/>'],
  ])('the shared DTD refuses %s', (_, entries) => {
    expect(problemsOf(cdr, entries)).not.toBe('')
  })
})

describe('the DTD of a report with containers', () => {
  const text = dtdText(documentTypeOfForm(NESTED))

  test('a DTD with containers declares containers, entries and values', () => {
    expect(text.split('\n').slice(9)).toEqual([
      '<!ELEMENT Request (First*, Second*, Third*)>',
      '<!ATTLIST Request',
      '  RequestID CDATA #IMPLIED>',
      '<!ELEMENT First (Amount?, CurrencyCode?)>',
      '<!ELEMENT Second (Amount?)>',
      '<!ATTLIST Second',
      '  Code CDATA #IMPLIED>',
      '<!ELEMENT Third EMPTY>',
      '<!ATTLIST Third',
      '  Code CDATA #IMPLIED>',
      '<!ELEMENT Amount (#PCDATA)>',
      '<!ELEMENT CurrencyCode (#PCDATA)>',
      '',
    ])
  })

  test('a DTD with containers accepts several entries of each kind, and refuses kinds in another order', () => {
    const first = '<First><Amount>1</Amount></First>'
    const second = '<Second Code="x"/>'

    expect(problemsOf(text, `<Request RequestID="1">${first}${first}${second}</Request><Request/>`)).toBe('')
    expect(problemsOf(text, `<Request>${second}${first}</Request>`)).not.toBe('')
    expect(problemsOf(text, first)).not.toBe('')
  })
})

test('two contents of an element that have no common order are refused', () => {
  const [first = NESTED.items[0]] = NESTED.items
  const turned = { ...NESTED, items: [{ ...first, columns: first?.columns.toReversed() }] }

  expect(() => eitherOf(documentTypeOfForm(NESTED), documentTypeOfForm(turned as NestedForm))).toThrow(
    'The element First has two contents that do not fit together.',
  )
})
