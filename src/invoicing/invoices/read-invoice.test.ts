import { describe, expect, test } from 'vitest'
import {
  amountOnlyRequest,
  itemizedRequest,
  problemsOf,
  readOnCreate,
  readOnUpdate,
} from '../../../test/support/data/invoice-request.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'

const AMOUNTS = 'orderInformation.amountDetails'
const VALUES = 'merchantDefinedFieldValues'

const usd = (minor: bigint) => ({ minor, currency: 'USD' })

test('a whole request becomes the terms of an invoice', () => {
  const read = readOnCreate({
    clientReferenceInformation: { partner: { developerId: 'DEV1', solutionId: 'SOL1' } },
    customerInformation: {
      name: 'Ada Payer',
      firstName: 'Ada',
      lastName: 'Payer',
      email: 'ada@payer.example',
      merchantCustomerId: 1234,
      company: { name: 'Payer Ltd' },
    },
    processingInformation: { requestPhone: true, requestShipping: 'true' },
    invoiceInformation: {
      invoiceNumber: 'A123',
      transactionReferenceNumber: 'REF1',
      description: 'Two wheels\nand work',
      dueDate: '2026-12-01',
      expirationDate: '31-12-2026',
      sendImmediately: true,
      allowPartialPayments: true,
      deliveryMode: 'Email',
      deliveryLanguage: 'pt-br',
    },
    orderInformation: {
      amountDetails: {
        totalAmount: 131.9,
        currency: 'usd',
        discountAmount: '10.00',
        discountPercent: '7.5',
        subAmount: '100',
        minimumPartialAmount: 20,
        taxDetails: { type: 'State Tax', amount: '19', rate: 19 },
        freight: { amount: '20.00', taxable: true, taxRate: '14.5' },
      },
      lineItems: [
        {
          productSku: 'A-1',
          productName: 'Wheel',
          quantity: '2',
          unitPrice: '50',
          totalAmount: 100,
        },
      ],
    },
    merchantDefinedFieldValues: [{ definitionId: '7', value: 'blue' }],
  })

  expect(read).toEqual({
    problems: [],
    personalData: [],
    invoiceNumber: 'A123',
    sendImmediately: true,
    clientReference: { developerId: 'DEV1', solutionId: 'SOL1' },
    hasLines: true,
    customValues: [{ definitionId: 7, value: 'blue' }],
    unknownFields: [],
    fieldsWithoutEffect: [],
    terms: {
      customer: {
        name: 'Ada Payer',
        firstName: 'Ada',
        lastName: 'Payer',
        email: 'ada@payer.example',
        merchantCustomerId: '1234',
        companyName: 'Payer Ltd',
      },
      isPhoneRequested: true,
      isShippingRequested: true,
      transactionReferenceNumber: 'REF1',
      description: 'Two wheels\nand work',
      dueOn: Temporal.PlainDate.from('2026-12-01'),
      expiresOn: Temporal.PlainDate.from('2026-12-31'),
      canPayPartially: true,
      deliveryMode: 'email',
      deliveryLanguage: 'pt-BR',
      amounts: {
        total: usd(13190n),
        subAmount: usd(10000n),
        minimumPartial: usd(2000n),
        discountAmount: usd(1000n),
        discountPercent: { units: 75n, scale: 1 },
        tax: { type: 'State Tax', amount: usd(1900n), rate: { units: 19n, scale: 0 } },
        freight: { amount: usd(2000n), isTaxable: true, taxRate: { units: 145n, scale: 1 } },
      },
      lines: [
        {
          productSku: 'A-1',
          productName: 'Wheel',
          quantity: 2,
          unitPrice: { units: 50n, scale: 0 },
          discountAmount: undefined,
          discountPercent: undefined,
          taxAmount: undefined,
          taxRate: undefined,
          totalAmount: usd(10000n),
        },
      ],
      customFieldValues: [{ definitionId: 7, value: 'blue' }],
    },
  })
})

test('omitted fields have their defaults', () => {
  const { terms, sendImmediately } = readOnUpdate({
    invoiceInformation: { dueDate: '2019-07-11', sendImmediately: true },
    orderInformation: {
      amountDetails: { totalAmount: 0, currency: 'EUR' },
      lineItems: [{ productSku: 'A' }],
    },
  })

  expect(sendImmediately).toBe(false)
  expect(terms).toMatchObject({
    isPhoneRequested: false,
    isShippingRequested: false,
    canPayPartially: false,
    deliveryLanguage: undefined,
    deliveryMode: 'none',
    lines: [{ productSku: 'A', quantity: 1, totalAmount: undefined }],
    amounts: { total: { minor: 0n, currency: 'EUR' } },
  })
})

test.each(['A123', 'not / a number at all!', 4711])(
  'an update reads the number %j without checking its form',
  (number) => {
    const body = amountOnlyRequest({ 'invoiceInformation.invoiceNumber': number })

    expect(readOnUpdate(body)).toMatchObject({ invoiceNumber: String(number), problems: [] })
  },
)

test('an update with an unreadable number is refused', () => {
  const path = 'invoiceInformation.invoiceNumber'

  expect(problemsOf(readOnUpdate(amountOnlyRequest({ [path]: { a: [] } })))).toEqual([`${path}: INVALID_DATA`])
})

test('a client reference is not read on update', () => {
  const body = amountOnlyRequest({ 'clientReferenceInformation.partner.developerId': 'DEV1' })

  expect(readOnUpdate(body).clientReference).toEqual({
    developerId: undefined,
    solutionId: undefined,
  })
})

describe('unknown fields', () => {
  test('unknown fields are reported with their paths and refuse nothing', () => {
    const read = readOnCreate(
      itemizedRequest({
        colour: 'red',
        'customerInformation.phone': '1',
        'orderInformation.lineItems[1].weight': 2,
        [`${VALUES}[0]`]: { definitionId: 1, value: 'x', label: 'y' },
        [`${AMOUNTS}.freight.insured`]: true,
      }),
    )

    expect(problemsOf(read)).toEqual([])
    expect([...read.unknownFields].sort()).toEqual([
      'colour',
      'customerInformation.phone',
      `${VALUES}[0].label`,
      `${AMOUNTS}.freight.insured`,
      'orderInformation.lineItems[1].weight',
    ])
  })

  test('the fields of responses are not unknown', () => {
    const returned = itemizedRequest({
      _links: { self: { href: '/', method: 'GET' } },
      id: '1',
      status: 'DRAFT',
      submitTimeUtc: '2026-11-15T00:00:00.000Z',
      invoiceHistory: [{ event: 'DRAFT' }],
      warnings: [],
      organizationId: 'merchant',
      merchantDefinedFieldValuesWithDefinition: [{ definitionId: 1, value: 'x' }],
      'invoiceInformation.paymentLink': 'https://example',
      'invoiceInformation.customLabels': [{ key: 'tax', value: 'VAT' }],
      [`${AMOUNTS}.balanceAmount`]: 100,
      'clientReferenceInformation.partner.developerId': 'DEV1',
    })

    expect(readOnCreate(returned)).toMatchObject({ problems: [], unknownFields: [] })
    expect(readOnUpdate(returned)).toMatchObject({ problems: [], unknownFields: [] })
  })

  test('reported unknown fields are bounded in number and length, and valid Unicode', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]))
    const long = { ['y'.repeat(10_000)]: 1, '\ud800': 2 }

    expect(readOnCreate(amountOnlyRequest(many)).unknownFields).toHaveLength(50)
    expect(readOnCreate({ ...amountOnlyRequest(), ...long }).unknownFields).toEqual(['y'.repeat(100), '\ufffd'])
  })
})

describe('a value that is not an object', () => {
  test.each(['x', 5, true, []].map((value) => [value]))('the body %j is the only problem', (body) => {
    expect(problemsOf(readOnCreate(body))).toEqual(['body: INVALID_DATA'])
  })

  test('a member that is not an object is one problem', () => {
    const body = { ...amountOnlyRequest(), orderInformation: [], customerInformation: 'Ada' }

    expect(problemsOf(readOnCreate(body))).toEqual([
      'customerInformation: INVALID_DATA',
      'orderInformation: INVALID_DATA',
    ])
  })
})

describe('values of custom fields', () => {
  const definition = (definitionId: number): CustomFieldDefinition => ({
    organizationId: 'merchant',
    definitionId,
    referenceType: 'Invoice',
    fieldType: 'Text',
    label: 'Colour',
    isCustomerVisible: true,
    isReadOnly: false,
    textMinLength: 2,
    textMaxLength: 5,
    textDefaultValue: undefined,
    possibleValues: undefined,
    dataIndex: undefined,
    createdAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
    deletedAt: undefined,
  })
  const definitions = [definition(1), definition(2)]
  const withValues = (values: unknown) => itemizedRequest({ [VALUES]: values })

  test('values of custom fields are checked by their definitions, each with its own path', () => {
    const body = withValues([
      { definitionId: 1, value: '' },
      { definitionId: 2, value: 'far too long' },
      { definitionId: 9, value: 'blue' },
    ])

    expect(problemsOf(readOnCreate(body, { definitions }))).toEqual([
      `${VALUES}[1].value: INVALID_DATA`,
      `${VALUES}[2].definitionId: INVALID_DATA`,
    ])
    expect(problemsOf(readOnCreate(body))).toEqual([])
  })

  test('an empty value of a custom field counts as absent', () => {
    const read = readOnCreate(withValues([{ definitionId: 1, value: ' ' }]), { definitions })

    expect(read).toMatchObject({ customValues: [{ definitionId: 1, value: '' }], terms: { customFieldValues: [] } })
  })

  test('a value, even an empty one, must name an existing custom field', () => {
    const body = withValues([{ definitionId: 9, value: '' }])

    const read = [readOnCreate(body, { definitions }), readOnUpdate(body, { definitions })]

    expect(read.map(problemsOf)).toEqual(Array(2).fill([`${VALUES}[0].definitionId: INVALID_DATA`]))
  })

  test('a value of a custom field needs the id of its definition', () => {
    expect(problemsOf(readOnCreate(withValues([{ value: 'x' }, null, 5])))).toEqual([
      `${VALUES}[0].definitionId: MISSING_FIELD`,
      `${VALUES}[1].definitionId: MISSING_FIELD`,
      `${VALUES}[2]: INVALID_DATA`,
    ])
  })

  test('personal data in a value of a custom field is refused without being repeated', () => {
    const read = readOnCreate(withValues([{ definitionId: 1, value: '4111 1111 1111 1111' }]))

    expect(problemsOf(read)).toEqual([`${VALUES}[0].value: INVALID_DATA`])
    expect(read.personalData).toEqual([{ field: `${VALUES}[0].value`, looksLike: 'card number' }])
    expect(JSON.stringify(read.problems)).not.toContain('4111')
  })

  test.each([
    ['a number', 4_111_111_111_111_111],
    ['too long', `4111 1111 1111 1111${' and more'.repeat(100)}`],
    ['with control characters', '4111 1111 1111 1111\u0000'],
  ])('personal data in a value of a custom field is found if the value is %s', (_name, value) => {
    const { personalData } = readOnCreate(withValues([{ definitionId: 1, value }]))

    expect(personalData).toEqual([{ field: `${VALUES}[0].value`, looksLike: 'card number' }])
  })

  test('more than 100 values of custom fields, or no list of them, are refused', () => {
    const entry = { definitionId: 1, value: 'x' }

    expect(problemsOf(readOnCreate(withValues(Array(101).fill(entry))))).toEqual([`${VALUES}: INVALID_DATA`])
    expect(problemsOf(readOnCreate(withValues(entry)))).toEqual([`${VALUES}: INVALID_DATA`])
  })
})
