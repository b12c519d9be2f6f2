import { type ContentProblem, invalid, missing } from './content-problem.ts'
import type { CustomFieldDefinition } from './custom-field.ts'
import type { CustomFieldValue } from './invoice.ts'
import { CUSTOM_VALUE_FIELDS, CUSTOM_VALUES_MAX, CUSTOM_VALUES_PATH } from './invoice-fields.ts'
import type { PersonalDataFinding } from './personal-data.ts'
import { hasNoValue } from './read-field.ts'
import { type Findings, fieldTree, readFields, report } from './read-fields.ts'

export type CustomValueChecks = {
  readonly personalDataIn: (text: string) => string | undefined
  readonly customFieldProblems: (
    values: readonly CustomFieldValue[],
    definitions: readonly CustomFieldDefinition[],
  ) => readonly ContentProblem[]
}

export type CustomValues = {
  readonly values: readonly CustomFieldValue[]
  /** Of each value: as `merchantDefinedFieldValues[0].value`. */
  readonly places: readonly string[]
  readonly personalData: readonly PersonalDataFinding[]
}

const TREE = fieldTree(CUSTOM_VALUE_FIELDS)

/** Reads the values of custom fields; one that is empty is none. */
export function readCustomValues(
  raw: unknown,
  findings: Findings,
  { personalDataIn }: Pick<CustomValueChecks, 'personalDataIn'>,
): CustomValues {
  const entries = listOf(raw, findings)
  const values: CustomFieldValue[] = []
  const places: string[] = []
  const personalData: PersonalDataFinding[] = []
  for (const [index, entry] of entries.entries()) {
    const place = `${CUSTOM_VALUES_PATH}[${index}]`
    const read = readFields(entry, { tree: TREE, prefix: `${place}.`, findings })
    if (read.definitionId === undefined) report(findings, missing(`${place}.definitionId`))
    if (read.value === undefined) continue
    const looksLike = personalDataIn(read.value)
    if (looksLike !== undefined) {
      personalData.push({ field: `${place}.value`, looksLike })
      report(
        findings,
        invalid(`${place}.value`, `looks like a ${looksLike}, which it must not hold`),
      )
    }
    values.push({ definitionId: read.definitionId ?? 0, value: read.value })
    places.push(`${place}.value`)
  }
  return { values, places, personalData }
}

function listOf(raw: unknown, findings: Findings): readonly unknown[] {
  if (hasNoValue(raw)) return []
  if (!Array.isArray(raw)) {
    report(findings, invalid(CUSTOM_VALUES_PATH, 'must be a list'))
    return []
  }
  if (raw.length > CUSTOM_VALUES_MAX) {
    report(findings, invalid(CUSTOM_VALUES_PATH, `must have at most ${CUSTOM_VALUES_MAX} entries`))
  }
  return raw.slice(0, CUSTOM_VALUES_MAX)
}
