// pure

import { hasNoValue, invalid, isObject, missing, type Problem } from '../../kernel/reading/reading.ts'
import type { CustomFieldValue } from '../custom-fields/custom-field.ts'
import { type CustomFieldDefinition, customFieldProblems } from '../custom-fields/custom-field.ts'
import { type PersonalDataFinding, personalDataFindings } from '../personal-data/personal-data.ts'
import { personalDataProblem } from '../personal-data/personal-data-refused.ts'
import { textOf } from '../reading/read-field.ts'
import { type Findings, fieldTree, readFields, report } from '../reading/read-fields.ts'
import { CUSTOM_VALUE_FIELDS, CUSTOM_VALUES_MAX, CUSTOM_VALUES_PATH } from '../rules/invoice-fields.ts'

export type CustomValues = {
  /** One for each entry that was sent, in its place; where nothing could be read there is a blank. */
  readonly entries: readonly CustomFieldValue[]
  readonly personalData: readonly PersonalDataFinding[]
}

const TREE = fieldTree(CUSTOM_VALUE_FIELDS)
const NO_DEFINITION = 0

/** Reads the values of custom fields and looks for personal data in them. */
export function readCustomValues(raw: unknown, findings: Findings): CustomValues {
  const personalData: PersonalDataFinding[] = []
  const entries = listOf(raw, findings).map((entry, index) => {
    const place = `${CUSTOM_VALUES_PATH}[${index}].`
    const { definitionId, value = '' } = readFields(entry, { tree: TREE, prefix: place, findings })
    if (definitionId === undefined) report(findings, missing(`${place}definitionId`))
    // Also in a value that is refused for something else, such as its length.
    const sent = isObject(entry) ? textOf(entry['value']) : undefined
    personalData.push(...personalDataFindings({ [`${place}value`]: sent }))
    return { definitionId: definitionId ?? NO_DEFINITION, value }
  })
  for (const finding of personalData) report(findings, personalDataProblem(finding))
  return { entries, personalData }
}

/** An empty value is none: it is how a value is taken away. */
export function valuesOf({ entries }: CustomValues): readonly CustomFieldValue[] {
  return entries.filter(({ value }) => value !== '')
}

/** Where the values stand, as `merchantDefinedFieldValues[0].value`. */
export function placesOfValues({ entries }: CustomValues): readonly string[] {
  return entries.flatMap(({ value }, index) => (value === '' ? [] : [`${CUSTOM_VALUES_PATH}[${index}].value`]))
}

/** Definitions that are not loaded say nothing against a value. */
export function definitionProblems(
  { entries }: CustomValues,
  definitions: readonly CustomFieldDefinition[] | undefined,
): readonly Problem[] {
  return definitions === undefined ? [] : customFieldProblems(entries, definitions)
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
