import { GROUPS } from '../src/catalogue/catalogue.ts'
import type { ReportDefinition } from '../src/catalogue/report-definition.ts'
import { aliasesOfDefinition, REPORT_DEFINITIONS } from '../src/catalogue/report-definitions.ts'
import { filtersOf } from '../src/catalogue/report-filters.ts'
import { codes, markdownTable } from './markdown-table.ts'

/** The section of docs/report-fields.md on report types, written from the data that the service reads. */
export function reportDefinitionsSection(): string {
  return [
    '## Report definitions',
    introduction(),
    overview(),
    '### How fields are named in an order',
    naming(),
    '### XML reports and their DTDs',
    xml(),
    ...REPORT_DEFINITIONS.flatMap(details),
  ].join('\n\n')
}

function introduction(): string {
  return [
    '`GET /reporting/v3/report-definitions` lists the report types and `/report-definitions/{name}` one of them with',
    'all its fields; names count in any letter case, and `download=true` gives the answer as a file. All of them are',
    'of the subscription type `CUSTOM`: asked for `CLASSIC` or `STANDARD` ones, the answer is 404. Every report comes',
    `as ${codes(REPORT_DEFINITIONS[0]?.formats ?? [])}, with the frequencies ${codes(REPORT_DEFINITIONS[0]?.frequencies ?? [])}.`,
    'A report has exactly the columns that were asked for: no field is required.',
  ].join('\n')
}

function overview(): string {
  const head = ['Id', 'Name', 'Report', 'What it tells', 'Records', 'DTD']
  const rows = REPORT_DEFINITIONS.map((definition) => [
    String(definition.id),
    `[${definition.name}](#${definition.name.toLowerCase()})`,
    definition.title,
    definition.description,
    codes([definition.kind]),
    codes([`${definition.dtdCode}-${definition.version}`]),
  ])
  return markdownTable(head, rows)
}

function naming(): string {
  return [
    'As `Group.Field` or by one of the other names that the tables of fields give. Exactly so is tried first, then in any',
    'letter case. The name without its group is enough where only one field of the report has it; where several do, the',
    'refusal names them. A name that is nearly right is refused with the one that was probably meant.',
    '',
    'Filters are named in the same way. `firstName`, `lastName` and `email` mean the customer of the report, where it has',
    'one.',
  ].join('\n')
}

function xml(): string {
  return [
    'The DTD of a report is at `/reporting/v3/dtds/{code}` or `/{code}-{version}`, without authentication. A report is a `Report`',
    'with one `Record` for each record, in it an element for each group and in that one for each field, in the order of',
    'this page and without those that are empty. Characters that element names cannot have are dropped, and a group whose',
    'name is also that of a field is written with `Group` after it: `EventGroup`, `PaymentMethodGroup`.',
  ].join('\n')
}

function details(definition: ReportDefinition): readonly string[] {
  const aliases = aliasesOfDefinition(definition)
  const short = filtersOf(definition).filter(({ name, field }) => name !== field.wireName)
  const lines = [
    definition.description,
    aliases.length === 0 ? '' : `Also answers to ${codes(aliases)}.`,
    `Groups: ${groupsOf(definition)}.`,
    definition.singleFields.length === 0 ? '' : `Besides: ${codes(definition.singleFields)}.`,
    `Default fields: ${codes(definition.defaultFields)}.`,
    short.length === 0
      ? ''
      : `Short filters: ${short.map(({ name, field }) => `${codes([name])} for ${codes([field.wireName])}`).join(', ')}.`,
  ]
  return [`### ${definition.name}`, ...lines.filter((line) => line !== '')]
}

/** In the catalogue's order; for a long list, the names that are not in it. */
function groupsOf({ groups }: ReportDefinition): string {
  const names = GROUPS.map(({ name }) => name)
  const [own, others] = [true, false].map((isOwn) => names.filter((name) => groups.includes(name) === isOwn))
  const linked = (listed: readonly string[] = []) => listed.map(link).join(', ')
  return groups.length > names.length / 2 ? `all but ${linked(others)}` : linked(own)
}

function link(group: string): string {
  return `[${group}](#${group.toLowerCase()})`
}
