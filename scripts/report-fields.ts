import { FIELDS, GROUPS } from '../src/catalogue/catalogue.ts'
import type { CodeList, Field, FieldGroup } from '../src/catalogue/field.ts'
import { KINDS } from '../src/catalogue/kinds.ts'
import { codes, markdownTable } from './markdown-table.ts'
import { reportDefinitionsSection } from './report-definitions-page.ts'

/** docs/report-fields.md, written from the catalogue that the service itself reads. */
export function reportFields(): string {
  return [
    '# Report fields',
    'Written by `npm run docs` from the catalogue that the service reads; a test compares the two.',
    '## How to read it',
    howToRead(),
    reportDefinitionsSection(),
    '## Record kinds',
    'What a record tells of. Reports list records of one kind; records are sent with the kind in the path,\n`POST /ingest/v1/records/{kind}`. A record may carry the fields of all groups in its row.',
    recordKinds(),
    '## Groups and fields',
    ...GROUPS.flatMap(groupWithFields),
    '## Code lists',
    'A code that is not in the list is stored unchanged, and the response to its sender contains a warning.',
    ...codeLists().flatMap(codeListWithMeanings),
    '',
  ].join('\n\n')
}

function howToRead(): string {
  return [
    'A field is ordered, filtered by and sent as `Group.Field`, such as `BillTo.City`. The name of the field alone',
    'is enough where only one group of the report has it, or where the specification writes its group without a',
    'prefix. Columns of a CSV report are named so too, or by the alias that was asked for, unless the',
    'report asks for `fieldNameConvention` SOAPI or SCMP.',
    '',
    markdownTable(
      ['Form', 'What it holds'],
      [
        ['text', 'characters, at most as many as said'],
        ['code', 'one of the codes of a list'],
        ['amount', 'money; the field that says the currency is named beside it'],
        ['number', 'a number with up to eight decimals that is not an amount of money'],
        ['whole number', 'a number without decimals'],
        ['date', 'a day; no time zone moves it'],
        ['time', 'an instant, in the report’s time zone, or in UTC where stated'],
      ],
    ),
    '',
    'A field with a tick below *Filter* may be filtered by, with one value or several. *Personal* data are blanked',
    'when a person’s data are erased. Where it says that only a part is kept, the rest is never stored.',
  ].join('\n')
}

function recordKinds(): string {
  const head = ['Kind', 'What it tells', 'Groups', 'Groups that are seldom filled']
  const rows = Object.values(KINDS).map(({ name, description, groups, rareGroups }) => [
    `\`${name}\``,
    description,
    groups.map(linkToGroup).join(', '),
    rareGroups.length > GROUPS.length / 2
      ? `all others but ${groupsOutside([...groups, ...rareGroups])}`
      : rareGroups.map(linkToGroup).join(', '),
  ])
  return markdownTable(head, rows)
}

function groupsOutside(names: readonly string[]): string {
  return GROUPS.map(({ name }) => name)
    .filter((name) => !names.includes(name))
    .map(linkToGroup)
    .join(', ')
}

function linkToGroup(name: string): string {
  return `[${name}](#${anchorOf(name)})`
}

function groupWithFields(group: FieldGroup): readonly string[] {
  const head = ['Field', 'What it says', 'Form', 'SOAPI name', 'SCMP name', 'Filter', 'Id']
  return [`### ${group.name}`, group.description, markdownTable(head, rowsOf(group))]
}

/** The hundred merchant-defined fields are one row, since they are all alike. */
function rowsOf({ fields }: FieldGroup): readonly (readonly string[])[] {
  const [first, last] = [fields[0], fields.at(-1)]
  const isNumbered = fields.length > 1 && fields.every(({ name }) => /\d$/.test(name))
  if (!isNumbered || first === undefined || last === undefined) return fields.map(rowOf)
  return [rowOf(first), rowOf(first).map(() => '…'), rowOf(last)]
}

function rowOf(field: Field): readonly string[] {
  return [
    `\`${field.wireName}\``,
    [field.description, ...notesOf(field)].join(' '),
    formOf(field),
    `\`${field.soapiName}\``,
    `\`${field.scmpName}\``,
    field.filterType === undefined ? '' : FILTERS[field.filterType],
    String(field.id),
  ]
}

const FILTERS: { readonly [Type in NonNullable<Field['filterType']>]: string } = {
  SINGLE: '✓ one value',
  MULTI: '✓',
}

const KEPT: { readonly [Masking in NonNullable<Field['masking']>]: string } = {
  'card-number': 'Only the first six and the last four digits are kept.',
  'last-four': 'Only the last four characters are kept.',
}

function notesOf({ masking, isPersonal, aliases }: Field): readonly string[] {
  return [
    masking === undefined ? '' : KEPT[masking],
    isPersonal ? 'Personal.' : '',
    aliases.length === 0 ? '' : `Also answers to ${codes(aliases)}.`,
  ].filter((note) => note !== '')
}

function formOf({ type }: Field): string {
  switch (type.kind) {
    case 'text':
      return `text, up to ${type.lengthMax}`
    case 'code':
      return `[code](#${anchorOf(titleOf(type.codes))}), up to ${type.lengthMax}`
    case 'amount':
      return [
        `amount in \`${type.currencyField}\``,
        ...(type.decimalsMin === undefined ? [] : [`${type.decimalsMin} decimals`]),
      ].join(', ')
    case 'decimal':
      return [
        'number',
        ...(type.decimalsMin === undefined ? [] : [`at least ${type.decimalsMin} decimals`]),
        ...(type.decimalsMax === undefined ? [] : [`up to ${type.decimalsMax} decimals`]),
      ].join(', ')
    case 'integer':
      return 'whole number'
    case 'date':
      return 'date'
    case 'instant':
      return type.isAlwaysUtc ? 'time in UTC' : 'time'
  }
}

/** Each list once, in the order of its fields. */
function codeLists(): readonly CodeList[] {
  const lists = FIELDS.flatMap(({ type }) => (type.kind === 'code' ? [type.codes] : []))
  return [...new Set(lists)]
}

function codeListWithMeanings(list: CodeList): readonly string[] {
  const fields = fieldsWith(list)
  const initial = fields.flatMap(({ type }) =>
    type.kind === 'code' && type.defaultCode !== undefined ? [type.defaultCode] : [],
  )
  const rows = Object.entries(list).map(([code, meaning]) => [
    `\`${code}\``,
    initial.includes(code) ? `${meaning} The default.` : meaning,
  ])
  return [
    `### ${titleOf(list)}`,
    `For ${codes(fields.map(({ wireName }) => wireName))}.`,
    markdownTable(['Code', 'Meaning'], rows),
  ]
}

function titleOf(list: CodeList): string {
  return `Codes of ${fieldsWith(list)[0]?.wireName}`
}

function fieldsWith(list: CodeList): readonly Field[] {
  return FIELDS.filter(({ type }) => type.kind === 'code' && type.codes === list)
}

/** The anchor that Markdown renderers generate for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}
