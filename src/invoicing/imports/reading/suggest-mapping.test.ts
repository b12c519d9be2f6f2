import { expect, test } from 'vitest'
import { foldedText } from '../../../kernel/folded-text.ts'
import { HEADER_NAMES } from './header-names.ts'
import { IMPORT_TARGETS, importTarget } from './import-fields.ts'
import { suggestMapping } from './suggest-mapping.ts'

const suggest = (...columns: readonly string[]) => suggestMapping(columns, [])

test.each([
  ['en', ['Invoice No.', 'Client', 'E-mail', 'Due Date', 'Amount', 'Currency']],
  ['de', ['Rechnungsnummer', 'Kunde', 'E-Mail-Adresse', 'Fällig am', 'Betrag', 'Währung']],
  ['es', ['Número de factura', 'Cliente', 'Correo electrónico', 'Fecha de vencimiento', 'Importe', 'Moneda']],
  ['fr', ['Numéro de facture', 'Nom du client', 'Courriel', 'Date d’échéance', 'Montant TTC', 'Devise']],
  ['ja', ['請求書番号', '顧客名', 'メールアドレス', '支払期限', '請求金額', '通貨']],
  ['pt', ['Número da fatura', 'Nome do cliente', 'Endereço de e-mail', 'Vencimento', 'Valor total', 'Moeda']],
  ['ru', ['Номер счёта', 'Клиент', 'Электронная почта', 'Срок оплаты', 'Сумма', 'Валюта']],
  ['zh-CN', ['发票号码', '客户名称', '电子邮件', '到期日', '总金额', '币种']],
  ['zh-TW', ['發票號碼', '客戶名稱', '電子郵件', '到期日', '總金額', '幣別']],
])('the columns of a file in %s are suggested', (_language, columns) => {
  expect(Object.values(suggest(...columns))).toEqual([
    ...['invoiceNumber', 'customerName', 'customerEmail', 'dueDate', 'totalAmount', 'currency'],
  ])
})

test('letter case, accents, spaces, marks and units do not matter', () => {
  expect(suggest('BETRAG (EUR)', 'due_date', 'customer-email', 'Qté', 'menge')).toEqual({
    ...{ 'BETRAG (EUR)': 'totalAmount', due_date: 'dueDate', 'customer-email': 'customerEmail', Qté: 'lines.quantity' },
  })
})

test('the names of fields, and the labels of custom fields, are suggested; unclear names are not', () => {
  const columns = ['customerName', 'lines.unitPrice', 'Project', 'Date', 'Tax', 'VAT', 'Notes', '', 'Column 9']

  expect(suggestMapping(columns, [{ definitionId: 7, label: 'project' }])).toEqual({
    ...{ customerName: 'customerName', 'lines.unitPrice': 'lines.unitPrice', Project: 'customField.7' },
  })
})

test('each name is of one field, and of a field that there is', () => {
  const names = Object.entries(HEADER_NAMES).flatMap(([target, own]) => own.map((name) => [name, target] as const))
  const plain = (name: string) => foldedText(name.replaceAll('%', 'percent')).replaceAll(/[^\p{L}\p{N}]/gu, '')
  const targets = Map.groupBy(names, ([name]) => plain(name))
  const unclear = [...targets].filter(([, of]) => new Set(of.map(([, target]) => target)).size > 1)

  expect(unclear.map(([name, of]) => [name, ...of.map(([, target]) => target)])).toEqual([])
  expect(Object.keys(HEADER_NAMES).filter((target) => !IMPORT_TARGETS.includes(target))).toEqual([])
  expect(importTarget('customField.0')).toBeUndefined()
  expect(importTarget('developerId')).toBeUndefined()
})
