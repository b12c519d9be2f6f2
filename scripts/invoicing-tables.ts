import { INVOICE_STATUSES } from '../src/invoicing/rules/invoice.ts'
import { CREATIONS, RULES, type Rule, TRIGGERS } from '../src/invoicing/rules/state-machine.ts'
import { INVOICE_FIELDS, LINE_FIELDS, LINES_PATH } from '../src/invoicing/rules/terms/invoice-fields.ts'
import { REQUIRED_FIELDS } from '../src/invoicing/rules/terms/required-fields.ts'
import { CONTROLS_OF_LABEL, LABEL_CONTROLS, LABEL_KEYS } from '../src/invoicing/settings/label.ts'
import { SETTINGS } from '../src/invoicing/settings/settings-fields.ts'
import type { FieldKind, RequestField } from '../src/kernel/reading/field-table.ts'

import { codes, markdownTable } from './markdown-table.ts'

/** docs/invoicing-tables.md, written from the tables that the service itself reads. */
export function invoicingTables(): string {
  return [
    '# Invoicing: the rules as tables',
    'Written by `npm run docs` from the data that the service reads; a test compares the two. The guide is\n[invoicing.md](invoicing.md).',
    '## Required fields',
    'A request needs all that the rows say which apply to it.',
    requiredFields(),
    '## How an invoice begins',
    beginnings(),
    '## States and moves',
    'The first row of a status and request whose condition holds decides. Requests of the merchant are update,\nsend, publish and cancel; the others come from payments and their review.',
    moves(),
    '## Request fields',
    'Lengths are in characters; of amounts in characters as they were sent. `[]` stands for each line.',
    fields(),
    '## Settings',
    'Below `invoiceSettingsInformation`. A field sent without a value returns to its default.',
    settings(),
    '## Labels',
    'Every label can be renamed with `value`, up to 25 characters. `hidden` removes it from the payment page,\n`hiddenForInvoice` from the rows of the total, `hiddenForItem` from the columns of the items.',
    labels(),
    '',
  ].join('\n\n')
}

function requiredFields(): string {
  const head = [
    'Kind',
    'deliveryMode',
    'sendImmediately',
    'Lines',
    'Needs',
    'Unless there are lines',
    'Each line needs',
  ]
  const rows = REQUIRED_FIELDS.map((row) => [
    row.invoiceType,
    row.deliveryMode,
    String(row.isSentImmediately),
    row.lines,
    codes(row.needs.map((name) => INVOICE_FIELDS[name].path)),
    codes(row.needsUnlessLines.map((name) => INVOICE_FIELDS[name].path)),
    codes(row.eachLineNeeds.map((name) => LINE_FIELDS[name].path)),
  ])
  return markdownTable(head, rows)
}

function beginnings(): string {
  const head = ['deliveryMode', 'sendImmediately', 'Status', 'History', 'Event', 'Mail']
  const rows = Object.entries(CREATIONS).flatMap(([mode, creations]) =>
    Object.entries(creations).map(([when, { to, history, event, mail }]) => [
      mode,
      String(when === 'immediately'),
      to,
      history.join(', '),
      event === undefined ? '' : codes([event]),
      mail ?? '',
    ]),
  )
  return markdownTable(head, rows)
}

function moves(): string {
  const head = ['Request', 'From', 'If', 'To', 'History', 'Event', 'What happens, or why not']
  const rows = TRIGGERS.flatMap((trigger) =>
    INVOICE_STATUSES.flatMap((status) => {
      const rules: readonly Rule[] = RULES[trigger][status]
      return rules.map((rule) => [trigger, status, rule.when ?? '', ...resultOf(rule)])
    }),
  )
  return markdownTable(head, rows)
}

function resultOf(rule: Rule): readonly string[] {
  if ('refusal' in rule) return ['refused', '', '', rule.refusal]
  const event = rule.event === undefined ? '' : codes([rule.event])
  return [rule.to, rule.history ?? '', event, rule.sentence]
}

function fields(): string {
  const head = ['Field', 'Form', 'Only on create', 'Meaning']
  const row = (prefix: string, field: RequestField): readonly string[] => [
    codes([`${prefix}${field.path}`]),
    formOf(field),
    field.isCreateOnly === true ? 'yes' : '',
    field.about,
  ]
  return markdownTable(head, [
    ...Object.values(INVOICE_FIELDS).map((field) => row('', field)),
    ...Object.values(LINE_FIELDS).map((field) => row(`${LINES_PATH}[].`, field)),
  ])
}

function settings(): string {
  const head = ['Field', 'Form', 'Default', 'Meaning']
  const rows = SETTINGS.map(([, field]) => [
    codes([field.path]),
    formOf(field),
    field.hasDefaultOf === undefined ? String(field.default ?? '') : `the ${field.hasDefaultOf}`,
    field.about,
  ])
  const logo = [
    '`merchantLogo`',
    'Base64 gif, jpg or png, up to 1,048,576 bytes',
    '',
    'The logo, answered as a data URI.',
  ]
  return markdownTable(head, [...rows, logo])
}

function labels(): string {
  const rows = LABEL_KEYS.map((key) => [
    codes([key]),
    ...LABEL_CONTROLS.map((control) => (CONTROLS_OF_LABEL[key].includes(control) ? 'yes' : '')),
  ])
  return markdownTable(['Key', ...LABEL_CONTROLS.map((control) => codes([control]))], rows)
}

const FORMS: Readonly<Record<Exclude<FieldKind['kind'], 'choice'>, string>> = {
  text: 'text',
  email: 'an email address',
  amount: 'amount in the invoice’s currency',
  decimal: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  date: 'YYYY-MM-DD',
  expirationDate: 'DD-MM-YYYY or YYYY-MM-DD',
  currency: 'ISO 4217 code',
}

function formOf(field: FieldKind): string {
  if (field.kind === 'choice') return `one of ${field.choices.join(', ')}`
  const bounds = [
    'lengthMax' in field ? `up to ${field.lengthMax} characters` : '',
    'decimalsMax' in field ? `${field.decimalsMax} decimals` : '',
    'max' in field ? `${field.min} to ${field.max}` : '',
  ].filter((bound) => bound !== '')
  return [FORMS[field.kind], ...bounds].join(', ')
}
