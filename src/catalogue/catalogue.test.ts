import { describe, expect, test } from 'vitest'
import {
  ADDITIONS,
  BEYOND_THE_BODY,
  EXAMPLE_BODY,
  SPECIFICATION,
  wireNamesOf,
} from '../../test/fixtures/specified-fields.ts'
import { FIELDS, GROUPS } from './catalogue.ts'
import type { Field } from './field.ts'
import { fieldsOfKind, KINDS } from './kinds.ts'

const fieldOfName = new Map<string, Field>(
  FIELDS.flatMap((field) => [field.wireName, ...field.aliases].map((name) => [name, field])),
)
const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ wireName }) => wireName)
const twice = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value, index) => values.indexOf(value) !== index)
const fieldOf = (name: string): Field | undefined => fieldOfName.get(name)

describe('the catalogue is the specified one', () => {
  const specified = [SPECIFICATION, EXAMPLE_BODY, BEYOND_THE_BODY].flatMap(wireNamesOf)

  test('the fixture is complete: 237 fields of the specification, 503 of the example body', () => {
    expect(wireNamesOf(SPECIFICATION)).toHaveLength(237)
    expect(wireNamesOf(EXAMPLE_BODY)).toHaveLength(503)
  })

  test('every specified field is found, by its name or as an alias', () => {
    expect(specified.filter((name) => fieldOf(name) === undefined)).toEqual([])
  })

  test('every field is specified or an addition with a reason', () => {
    const wellFounded = new Set([...specified.map((name) => fieldOf(name)?.wireName)])

    expect(
      namesOf(FIELDS)
        .filter((name) => !wellFounded.has(name))
        .sort(),
    ).toEqual(Object.keys(ADDITIONS).sort())
  })

  test('fields that the specification and the wire spell differently are found by both names', () => {
    const both = [
      ['ChargebackAndRetrieval.ResolvedToIndicato', 'ChargebackAndRetrieval.ResolvedToIndicator'],
      ['ChargebackAndRetrieval.AdjustmentARN', 'ChargebackAndRetrieval.ARN'],
      ['Exception.ProviderExceptionID', 'Exception.CYBSExceptionID'],
      ['FraudDecisionEvents.TypeofEvent', 'DecisionManagerEvents.TypeofEvent'],
      ['EmailRiskFields.IP Postal', 'EmailageFields.IP Postal'],
      ['IdentityCheckFields.EmailDomainCreationDate', 'WhitepagesProFields.EmailDomainCreationDate'],
    ] as const

    for (const [wireName, alias] of both) expect(fieldOf(alias)?.wireName).toBe(wireName)
  })
})

describe('distinct fields', () => {
  test('wire names, aliases and ids are unique', () => {
    expect(twice(FIELDS.flatMap(({ wireName, aliases }) => [wireName, ...aliases]))).toEqual([])
    expect(twice(FIELDS.map(({ id }) => id))).toEqual([])
    expect(twice(GROUPS.map(({ name }) => name))).toEqual([])
  })

  test('descriptions are sentences and unique within a group', () => {
    const sentences = [...GROUPS, ...FIELDS].map(({ description }) => description)

    expect(sentences.filter((text) => !/^[A-Z].{6,}\.$/.test(text))).toEqual([])
    for (const { fields } of GROUPS) {
      expect(twice(fields.map(({ description }) => description))).toEqual([])
    }
  })
})

describe('types', () => {
  test('every amount names its currency field, which every kind with the amount has', () => {
    const lost = Object.values(KINDS).flatMap((kind) => {
      const fields = fieldsOfKind(kind)
      return fields
        .filter(({ type }) => type.kind === 'amount')
        .filter(({ type }) => type.kind === 'amount' && !hasCurrency(fields, type.currencyField))
        .map(({ wireName }) => `${kind.name}: ${wireName}`)
    })

    expect(lost).toEqual([])
  })

  test('lengths match the specification and the wire facts', () => {
    expect(lengthsOf(['Application.Rflag', 'Application.Rmsg'])).toEqual([50, 255])
    expect(lengthsOf(wireNamesOf({ BankInfo: SPECIFICATION['BankInfo'] ?? '' }))).toEqual(Array(6).fill(50))
    expect(lengthsOf(['GiftCard.CurrentBalance', 'GiftCard.PreviousBalance', 'GiftCard.RedemptionType'])).toEqual([
      12, 12, 26,
    ])
    expect(lengthsOf(['Healthcare.AmountType', 'Healthcare.Currency', 'Healthcare.IndustryType'])).toEqual([35, 3, 20])
    expect(lengthsOf(['ChargebackAndRetrieval.MerchantCategoryCode'])).toEqual([4])
    expect(lengthsOf(['Deposit.MerchantBankCountry', 'Funding.FundingBankCountry'])).toEqual([3, 3])
    expect(lengthsOf(['PaymentMethod.ExpirationMonth', 'PaymentMethod.ExpirationYear'])).toEqual([2, 4])
    const requestIds = FIELDS.filter(({ name }) => /^RequestI[Dd]$/.test(name))
    expect(lengthsOf(namesOf(requestIds))).toEqual(requestIds.map(() => 26))
  })

  test('fees and the priced level have four decimals', () => {
    const fees = FIELDS.filter(({ group, type }) => type.kind === 'amount' && /^Fee(Summary)?$/.test(group))

    expect(fees.length).toBeGreaterThan(0)
    for (const { type } of fees) expect(type).toMatchObject({ decimalsMin: 4 })
    expect(fieldOf('Fee.PricedInterchangeLevel')?.type).toEqual({ kind: 'decimal', decimalsMin: 4 })
    expect(fieldOf('Deposit.ExchangeRate')?.type).toEqual({ kind: 'decimal', decimalsMax: 4 })
  })

  test('three times are always in UTC', () => {
    const always = FIELDS.filter(({ type }) => type.kind === 'instant' && type.isAlwaysUtc)

    expect(namesOf(always)).toEqual(['Deposit.Time', 'ChargebackAndRetrieval.ResolutionTime', 'Event.EventDate'])
  })

  function hasCurrency(fields: readonly Field[], currencyField: string | undefined): boolean {
    const type = fields.find(({ wireName }) => wireName === currencyField)?.type
    return type?.kind === 'text' && type.lengthMax === 3
  }

  function lengthsOf(names: readonly string[]): readonly (number | undefined)[] {
    return names.map((name) => {
      const type = fieldOf(name)?.type
      return type?.kind === 'text' || type?.kind === 'code' ? type.lengthMax : undefined
    })
  }
})

describe('masked and personal fields', () => {
  test('card numbers keep ten digits, account numbers four characters, and nothing else is masked', () => {
    const masked = (masking: Field['masking']): readonly string[] =>
      namesOf(FIELDS.filter((field) => field.masking === masking))

    expect(masked('card-number')).toEqual(['VEReq.Pan'])
    expect(masked('last-four')).toEqual([
      'PaymentMethod.AccountSuffix',
      'PaymentFields.AccountSuffix',
      'Deposit.MerchantBankAcctLast4',
      'Funding.FundingAccountSuffix',
      'POSTerminalExceptions.AccountSuffix',
      'Subscriptions.CustomerCCAccountSuffix',
      'JP.CardSuffix',
    ])
  })

  test('a field that is named like personal data is personal in any group', () => {
    // Banks, sub-merchants and the merchant's own staff are not payers.
    const others = /^(BankInfo\.|PaymentData\.(SubMerchant|EV)|Deposit\.MerchantBankName)/
    const personal =
      /(FirstName|LastName|MiddleName|Address\d?|Street|Email|Phone(Number)?|IPAddress|DOB|PersonalI[Dd].*|Zip|Postal(Code)?|CustomerID)$/

    const open = FIELDS.filter(({ name, wireName }) => personal.test(name) && !others.test(wireName))
      .filter(({ isPersonal }) => !isPersonal)
      .map(({ wireName }) => wireName)

    expect(open).toEqual([])
  })

  test('a person is found by email, phone and customer number, all of which are personal', () => {
    const found = FIELDS.filter(({ identifies }) => identifies !== undefined)

    expect(found.filter(({ isPersonal }) => !isPersonal)).toEqual([])
    expect(found.map(({ wireName, identifies }) => `${wireName}: ${identifies}`)).toEqual([
      'BillTo.CustomerID: customer',
      'BillTo.Email: email',
      'BillTo.Phone: phone',
      'CustomerFields.BillingEmail: email',
      'CustomerFields.BillingPhone: phone',
      'CustomerFields.CustomerID: customer',
      'CustomerFields.ShippingPhone: phone',
      'Sender.PhoneNumber: phone',
      'Subscriptions.BillToEmail: email',
      'Subscriptions.ConsumerPhone: phone',
      'Travel.PassengerEmail: email',
      'Travel.PassengerId: customer',
      'Travel.PassengerPhone: phone',
    ])
  })
})

describe('filters', () => {
  test('codes and currencies can be filtered by value; amounts, numbers and times cannot', () => {
    for (const { wireName, type, filterType } of FIELDS) {
      if (type.kind === 'code') expect(filterType, wireName).toBe('MULTI')
      if (type.kind !== 'code' && type.kind !== 'text') expect(filterType, wireName).toBeUndefined()
    }
  })

  test('the filters that clients use exist', () => {
    const known = ['Application.Name', 'firstName', 'lastName', 'email', 'BillTo.FirstName']

    for (const name of known) expect(fieldOf(name)?.filterType, name).toBe('MULTI')
  })
})
