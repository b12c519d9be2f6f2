import { describe, expect, test } from 'vitest'
import { FIELDS } from './catalogue.ts'
import { columnNameOf, NAME_EXCEPTIONS, scmpNameOf, soapiNameOf } from './field-names.ts'
import { fieldsOfKind, KINDS } from './kinds.ts'

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

describe('names of columns in reports', () => {
  test.each([
    ['BillTo', 'City', 'billTo_city', 'bill_to_city'],
    ['BillTo', 'IPAddress', 'billTo_ipAddress', 'bill_to_ip_address'],
    ['TMSToken', 'PaymentInstrumentID', 'tmsToken_paymentInstrumentID', 'tms_token_payment_instrument_id'],
    ['VEReq', 'Pan', 'veReq_pan', 've_req_pan'],
    ['PaymentData', 'EVEmailRaw', 'paymentData_evEmailRaw', 'payment_data_ev_email_raw'],
    ['EmailRiskFields', 'IP Postal', 'emailRiskFields_ipPostal', 'email_risk_fields_ip_postal'],
    [
      'CustomerFields',
      'PersonalId(CPF/CNPJ)',
      'customerFields_personalIdCPFCNPJ',
      'customer_fields_personal_id_cpf_cnpj',
    ],
    ['Request', 'MerchantReferenceNumber', 'merchantReferenceCode', 'merchant_ref_number'],
    ['GiftCard', 'CurrentBalance', 'giftCard_currentBalance', 'gift_card_current_balance'],
    ['GiftCard', 'PreviousBalance', 'giftCard_previousBalance', 'gift_card_previous_balance'],
    ['GiftCard', 'RedemptionType', 'giftCard_previousBalance', 'gift_card_redemption_type'],
  ])('the column of %s.%s is named %s and %s', (group, name, soapi, scmp) => {
    expect(soapiNameOf(group, name)).toBe(soapi)
    expect(scmpNameOf(group, name)).toBe(scmp)
  })

  test('every exception belongs to a field and differs from the rule', () => {
    for (const [wireName, names] of Object.entries(NAME_EXCEPTIONS)) {
      const field = FIELDS.find((candidate) => candidate.wireName === wireName)
      const { group = '', name = '' } = field ?? {}

      expect(field, wireName).toMatchObject({
        ...(names.soapi !== undefined && { soapiName: names.soapi }),
        ...(names.scmp !== undefined && { scmpName: names.scmp }),
      })
      // A group that is not in the table is named by the rule; the space is dropped from the name.
      expect(names.soapi, wireName).not.toBe(soapiNameOf(`${group} `, name))
      expect(names.scmp, wireName).not.toBe(columnNameOf(group, name))
    }
  })

  test.each(Object.values(KINDS))('no two columns of $name share a name, except those of the gift card', (kind) => {
    const fields = fieldsOfKind(kind)
    const shared = fields.some(({ group }) => group === 'GiftCard') ? ['giftCard_previousBalance'] : []

    expect(twice(fields.map(({ soapiName }) => soapiName))).toEqual(shared)
    expect(twice(fields.map(({ scmpName }) => scmpName))).toEqual([])
  })

  test('all column names are plain words', () => {
    for (const { soapiName, scmpName } of FIELDS) {
      expect(soapiName).toMatch(/^[a-z][A-Za-z0-9]*(_[a-z][A-Za-z0-9]*)?$/)
      expect(scmpName).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    }
  })
})

describe('names of columns in tables', () => {
  /** The columns that every table of records has besides the fields of its kind. */
  const OWN_COLUMNS = [
    ...['organization_id', 'merchant_id', 'occurred_at', 'record_id', 'version', 'is_deleted'],
    ...['content_hash', 'received_at', 'source', 'request_id', 'merchant_reference_number'],
    ...['transaction_date', 'rare_texts', 'rare_decimals', 'rare_integers', 'rare_instants'],
  ]

  test('column names in tables are unique and need no quotes in SQL', () => {
    expect(twice(FIELDS.map(({ column }) => column))).toEqual([])
    for (const { column } of FIELDS) expect(column).toMatch(/^[a-z][a-z0-9_]*$/)
  })

  test('only four fields are stored in columns that every table has', () => {
    const common = FIELDS.filter(({ column }) => OWN_COLUMNS.includes(column))

    expect(common.map(({ wireName }) => wireName)).toEqual([
      'Request.MerchantID',
      'Request.MerchantReferenceNumber',
      'Request.RequestID',
      'Request.TransactionDate',
    ])
  })

  test('an exception does not rename a table’s column', () => {
    const own = FIELDS.filter(({ column }) => !OWN_COLUMNS.includes(column))

    for (const { group, name, column } of own) expect(column).toBe(columnNameOf(group, name))
  })
})
