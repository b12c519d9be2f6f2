import { expect, test } from 'vitest'
import type { FieldTable } from '../../kernel/reading/field-table.ts'
import { CUSTOM_VALUE_FIELDS, INVOICE_FIELDS, LINE_FIELDS } from '../rules/terms/invoice-fields.ts'
import { InvoiceRequest, InvoiceUpdate } from './request-contract.ts'

type Contract = {
  readonly properties?: Readonly<Record<string, Contract>>
  readonly required?: readonly string[]
  readonly items?: Contract
  readonly description?: string
}

/** Every leaf as `orderInformation.lineItems[].unitPrice`, those that are required with a star. */
function leavesOf(contract: Contract, path = '', mark = ''): readonly string[] {
  if (contract.items !== undefined) return leavesOf(contract.items, `${path}[]`)
  if (contract.properties === undefined) return [`${path}${mark}`]
  return Object.entries(contract.properties).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`, contract.required?.includes(name) ? '*' : ''),
  )
}

const paths = (table: FieldTable, prefix = '') => Object.values(table).map(({ path }) => `${prefix}${path}`)
const inLists = [
  ...paths(LINE_FIELDS, 'orderInformation.lineItems[].'),
  ...paths(CUSTOM_VALUE_FIELDS, 'merchantDefinedFieldValues[].'),
]
const bare = (leaves: readonly string[]) => leaves.map((leaf) => leaf.replace('*', '')).sort()
const required = (leaves: readonly string[]) => leaves.filter((leaf) => leaf.endsWith('*')).sort()

test('every field that is read is documented', () => {
  expect(bare(leavesOf(InvoiceRequest))).toEqual([...paths(INVOICE_FIELDS), ...inLists].sort())
})

test('an update is documented without the fields of a create only', () => {
  const kept = Object.values<FieldTable[string]>(INVOICE_FIELDS).filter(({ isCreateOnly }) => !isCreateOnly)

  expect(bare(leavesOf(InvoiceUpdate))).toEqual([...kept.map(({ path }) => path), ...inLists].sort())
})

test('the documented required fields are those that every request needs', () => {
  expect(required(leavesOf(InvoiceRequest))).toEqual([
    'invoiceInformation.deliveryMode*',
    'invoiceInformation.dueDate*',
    'merchantDefinedFieldValues[].definitionId*',
    'orderInformation.amountDetails.currency*',
    'orderInformation.amountDetails.totalAmount*',
    'orderInformation.lineItems[].productName*',
    'orderInformation.lineItems[].productSku*',
    'orderInformation.lineItems[].quantity*',
    'orderInformation.lineItems[].totalAmount*',
    'orderInformation.lineItems[].unitPrice*',
  ])
  expect(required(leavesOf(InvoiceUpdate))).toEqual([
    'invoiceInformation.dueDate*',
    'merchantDefinedFieldValues[].definitionId*',
    'orderInformation.amountDetails.currency*',
    'orderInformation.amountDetails.totalAmount*',
    'orderInformation.lineItems[].productSku*',
  ])
})

test('the description names the required fields of each type of invoice', () => {
  const { description = '' } = InvoiceRequest as Contract

  for (const type of ['in-person draft', 'email draft', 'itemized draft', 'create and send']) {
    expect(description).toMatch(new RegExp(`^- ${type}: .*invoiceInformation.dueDate`, 'm'))
  }
  expect(description).toMatch(/^- amount only draft: /m)
  expect(description).toMatch(/^- published without email: .*description` unless there are line items/m)
  expect((InvoiceUpdate as Contract).description).toMatch(/^- update: .*lineItems\[\]\.productSku`$/m)
})
