import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../test/support/random/any-characters.ts'
import { isLongRun, seed } from '../../test/support/run/test-run.ts'
import { FIELDS } from './catalogue.ts'
import type { Field } from './field.ts'
import { type FieldFinder, reportFieldFinder } from './find-field.ts'
import { fieldsOfDefinition } from './report-definition.ts'
import { findReportDefinition, REPORT_DEFINITIONS } from './report-definitions.ts'

const reportFinder = (name: string): FieldFinder => {
  const definition = findReportDefinition(name)
  if (definition === undefined) throw new Error(`no definition ${name}`)
  return reportFieldFinder(definition)
}
const DEFINITIONS = REPORT_DEFINITIONS.map((definition) => [definition.name, definition] as const)
const EVERY_FINDER: readonly (readonly [string, FieldFinder, readonly Field[]])[] = [
  ...REPORT_DEFINITIONS.map(
    (definition) => [definition.name, reportFieldFinder(definition), fieldsOfDefinition(definition)] as const,
  ),
]
const folded = (name: string) => name.toLowerCase()
const shaken = (text: string, isUpper: readonly boolean[]) =>
  [...text].map((sign, at) => (isUpper[at] ? sign.toUpperCase() : sign.toLowerCase())).join('')
const wireNamesOf = (fields: readonly Field[]) => fields.map(({ wireName }) => wireName)
const wholeNamesOf = ({ wireName, aliases }: Field) => [wireName, ...aliases]
const bareNamesOf = ({ name, aliases }: Field) => [name, ...aliases.map((alias) => alias.slice(alias.indexOf('.') + 1))]
/** The groups that the specification's catalogue shows without a prefix. */
const UNPREFIXED = new Set(
  'Authorization Batch ChargebackAndRetrieval Conversion Deposit Device Event Exception Fee FeeSummary GiftCard Healthcare TMSToken Token'.split(
    ' ',
  ),
)
const isUnprefixed = (bare: string) =>
  FIELDS.some((field) => UNPREFIXED.has(field.group) && bareNamesOf(field).includes(bare))
const BARE_NAMES = [...new Set(FIELDS.flatMap(bareNamesOf))]

describe('fields in reports', () => {
  test.each([
    ['TransactionRequestClass', 'BillTo.City', 'BillTo.City'],
    ['TransactionRequestClass', 'billto.CITY', 'BillTo.City'],
    ['TransactionRequestClass', 'ResolutionTime', 'ChargebackAndRetrieval.ResolutionTime'],
    ['TransactionRequestClass', 'resolutiontime', 'ChargebackAndRetrieval.ResolutionTime'],
    ['ChargebackAndRetrievalDetailClass', 'ARN', 'ChargebackAndRetrieval.AdjustmentARN'],
    ['ChargebackAndRetrievalDetailClass', 'ChargebackAndRetrieval.ARN', 'ChargebackAndRetrieval.AdjustmentARN'],
    [
      'ChargebackAndRetrievalDetailClass',
      'ChargebackAndRetrieval.ResolvedToIndicator',
      'ChargebackAndRetrieval.ResolvedToIndicato',
    ],
    ['FraudDecisionEventDetailClass', 'DecisionManagerEvents.EventPolicy', 'FraudDecisionEvents.EventPolicy'],
    ['FraudDecisionEventDetailClass', 'IP Postal', 'EmailRiskFields.IP Postal'],
    ['ProcessorEventsDetailClass', 'Event', 'Event.Event'],
    ['DepositDetailClass', 'Amount', 'Deposit.Amount'],
    ['AgingDetailClass', 'RequestedAmount', 'PaymentData.RequestedAmount'],
    ['TransactionRequestClass', 'AVSResult', 'Authorization.AVSResult'],
    ['GatewayTransactionRequestClass', 'avsresult', 'Authorization.AVSResult'],
    ['DepositDetailClass', 'MerchantID', 'Deposit.MerchantID'],
    ['ExceptionDetailClass', 'ReasonCode', 'Exception.ReasonCode'],
    ['FeeDetailClass', 'CardType', 'FeeSummary.CardType'],
    ['GatewayTransactionRequestClass', 'Currency', 'Healthcare.Currency'],
    ['PaymentBatchDetailClass', 'PaymentData.AVSResult', 'PaymentData.AVSResult'],
  ])('in reports of %s, %s means %s', (definition, name, wireName) => {
    expect(reportFinder(definition).find(name)?.wireName).toBe(wireName)
  })

  test.each([
    [
      'TransactionRequestClass',
      'Amount',
      'ambiguous',
      ['Healthcare.Amount', 'Event.Amount', 'JP.Amount'],
      'must be written with its group: Healthcare.Amount or Event.Amount or JP.Amount',
    ],
    [
      'FraudDecisionEventDetailClass',
      'RequestID',
      'ambiguous',
      ['Request.RequestID', 'OrderFields.RequestID'],
      'must be written with its group: Request.RequestID or OrderFields.RequestID',
    ],
    [
      'PaymentBatchDetailClass',
      'AVSResult',
      'not-offered',
      ['PaymentData.AVSResult'],
      'means Authorization.AVSResult, which PaymentBatchDetailClass does not have; did you mean PaymentData.AVSResult?',
    ],
    [
      'TransactionRequestClass',
      'Status',
      'not-offered',
      ['TaxCalculation.Status', 'Funding.Status'],
      'means Batch.Status or Deposit.Status, which TransactionRequestClass does not have; did you mean TaxCalculation.Status or Funding.Status?',
    ],
    ['DepositDetailClass', 'BillTo.City', 'not-offered', [], 'is not among the fields of DepositDetailClass'],
    ['DepositDetailClass', 'NewDecision', 'not-offered', [], 'is not among the fields of DepositDetailClass'],
    [
      'AgingDetailClass',
      'PaymentData.AuthorizationCode',
      'not-offered',
      [],
      'is not among the fields of AgingDetailClass',
    ],
    [
      'DepositDetailClass',
      'Deposit.Amuont',
      'unknown',
      ['Deposit.Amount'],
      'is not a known field; did you mean Deposit.Amount?',
    ],
    [
      'DepositDetailClass',
      'MerchentID',
      'unknown',
      ['Request.MerchantID', 'Deposit.MerchantID'],
      'is not a known field; did you mean Request.MerchantID or Deposit.MerchantID?',
    ],
    ['DepositDetailClass', 'Nonsense.AtAll', 'unknown', [], 'is not a known field'],
    ['DepositDetailClass', '', 'unknown', [], 'is not a known field'],
    ['DepositDetailClass', '__proto__', 'unknown', [], 'is not a known field'],
  ])('in reports of %s, %s is refused as %s', (definition, name, kind, candidates, sentence) => {
    const finder = reportFinder(definition)

    expect(finder.find(name)).toBeUndefined()
    expect(finder.problemWith(name)).toEqual({ kind, candidates, sentence })
  })

  test.each(DEFINITIONS)(
    'in reports of %s, a bare name is accepted if and only if it means one field',
    (_, definition) => {
      const { find, problemWith } = reportFieldFinder(definition)
      const fields = fieldsOfDefinition(definition)
      const namedBy = (bare: string) => fields.filter((field) => bareNamesOf(field).includes(bare))
      const meantBy = (bare: string) =>
        isUnprefixed(bare) ? namedBy(bare).filter(({ group }) => UNPREFIXED.has(group)) : namedBy(bare)
      const known = BARE_NAMES.filter((bare) => namedBy(bare).length > 0)

      for (const bare of known) expect(find(bare)).toBe(meantBy(bare).length === 1 ? meantBy(bare)[0] : undefined)
      for (const bare of known.filter((one) => meantBy(one).length !== 1)) {
        expect(problemWith(bare).candidates).toEqual(wireNamesOf(namedBy(bare)).slice(0, 10))
      }
    },
  )

  test('a bare name never means a group other than the one written without a prefix', () => {
    const others = REPORT_DEFINITIONS.flatMap((definition) =>
      BARE_NAMES.filter(isUnprefixed).filter((bare) => {
        const found = reportFieldFinder(definition).find(bare)
        const isOther = fieldsOfDefinition(definition).some((field) => bareNamesOf(field).includes(bare))
        expect(found === undefined || UNPREFIXED.has(found.group)).toBe(true)
        return isOther && found === undefined && reportFieldFinder(definition).problemWith(bare).kind === 'not-offered'
      }),
    )

    expect([...new Set(others)].sort().join(' ')).toBe(
      'AVSResult AdjustmentAmount AdjustmentCurrency CardType CurrencyCode ExchangeRate FeeAmount FeeCurrency FeeDescription FundingCurrency MerchantID PaymentMethod ProcessorResponseCode ReasonCode Status Time TransactionType',
    )
  })
})

test.each(EVERY_FINDER)(
  '%s finds each of its fields by wire name and alias, and no others',
  (_, { find, problemWith }, fields) => {
    const offered = new Set(fields)
    const others = FIELDS.filter((field) => !offered.has(field)).flatMap(wholeNamesOf)

    for (const field of fields) {
      expect(wholeNamesOf(field).filter((name) => find(name) !== field)).toEqual([])
    }
    expect(others.filter((name) => find(name) !== undefined)).toEqual([])
    expect(others.filter((name) => problemWith(name).kind !== 'not-offered')).toEqual([])
  },
)

describe('any text', () => {
  const anyFinder = fc.constantFrom(...EVERY_FINDER)
  const numRuns = isLongRun ? 10_000 : 200

  test('a name in another letter case is found, and a typing error in it is corrected', () => {
    fc.assert(
      fc.property(anyFinder, fc.nat(), fc.array(fc.boolean()), (given, at, isUpper) => {
        const [, finder, fields] = given
        const field = fields[at % fields.length]
        const name = field?.wireName ?? ''
        // Without the letter after the point; at least two letters of the name remain.
        const slipped = name.replace(/(?<=\.)./, '')

        expect(finder.find(shaken(name, isUpper))).toBe(field)
        expect(finder.find(slipped) ?? finder.problemWith(slipped).candidates[0]).toBeDefined()
      }),
      { seed, numRuns },
    )
  })

  test('any text that is not a name is reported as unknown', () => {
    const names = new Set(FIELDS.flatMap((f) => [...wholeNamesOf(f), ...bareNamesOf(f)]).map(folded))
    const text = fc.oneof(anyCharacters(), fc.constantFrom('constructor', 'get', '.'))
    fc.assert(
      fc.property(anyFinder, text, ([, finder], name) => {
        fc.pre(!names.has(folded(name)))
        expect(finder.find(name)).toBeUndefined()
        expect(finder.problemWith(name)).toMatchObject({ kind: 'unknown' })
      }),
      { seed, numRuns },
    )
  })
})

test('no name with its group has two meanings, in any letter case', () => {
  const names = FIELDS.flatMap(wholeNamesOf).map(folded)

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
