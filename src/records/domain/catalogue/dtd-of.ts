import { GROUPS } from './catalogue.ts'
import type { Field } from './field.ts'
import { fieldsOfDefinition, type ReportDefinition } from './report-definition.ts'
import { REPORT_DEFINITIONS } from './report-definitions.ts'
import { RECORD_ELEMENT, REPORT_ELEMENT, xmlNameOfField, xmlNameOfGroup } from './xml-names.ts'

const ROOT_ATTRIBUTES = [
  'Name',
  'Version',
  'xmlns',
  'MerchantID',
  'ReportStartDate',
  'ReportEndDate',
]

/** What XML reports of the definition look like. All that may be asked for may also be left out. */
export function dtdOf(definition: ReportDefinition): string {
  const fields = fieldsOfDefinition(definition)
  const groups = GROUPS.flatMap(({ name }) => {
    const own = fields.filter(({ group }) => group === name)
    return own.length === 0 ? [] : [{ element: xmlNameOfGroup(name), fields: own.map(elementOf) }]
  })
  // Fields of the same name in several groups are the same element, and that is declared once.
  const leaves = new Set(fields.map(elementOf))
  return [
    `<!-- ${definition.title}, version ${definition.version} -->`,
    `<!ELEMENT ${REPORT_ELEMENT} (${RECORD_ELEMENT}*)>`,
    `<!ATTLIST ${REPORT_ELEMENT}`,
    `${ROOT_ATTRIBUTES.map((name) => `  ${name} CDATA #REQUIRED`).join('\n')}>`,
    sequence(
      RECORD_ELEMENT,
      groups.map(({ element }) => element),
    ),
    ...groups.map((group) => sequence(group.element, group.fields)),
    ...[...leaves].map((element) => `<!ELEMENT ${element} (#PCDATA)>`),
    '',
  ].join('\n')
}

/** By the code alone or with its version, as in `cdr` and `cdr-1.1`. */
export function findDefinitionOfDtd(name: string): ReportDefinition | undefined {
  return REPORT_DEFINITIONS.find(
    ({ dtdCode, version }) => name === dtdCode || name === `${dtdCode}-${version}`,
  )
}

function elementOf({ name }: Field): string {
  return xmlNameOfField(name)
}

function sequence(element: string, children: readonly string[]): string {
  return `<!ELEMENT ${element} (${children.map((child) => `${child}?`).join(', ')})>`
}
