// pure

import { textOf } from '../../kernel/reading/field-reader.ts'
import { type Findings, fieldSet, readFields, report } from '../../kernel/reading/read-fields.ts'
import { hasNoValue, invalid, isObject, missing } from '../../kernel/reading/reading.ts'
import type { CustomFieldValue } from '../custom-fields/custom-field.ts'
import { type PersonalDataFinding, personalDataFindings } from '../personal-data/personal-data.ts'
import { personalDataProblem } from '../personal-data/personal-data-refused.ts'
import { CUSTOM_VALUE_FIELDS, CUSTOM_VALUES_MAX, CUSTOM_VALUES_PATH } from '../rules/terms/invoice-fields.ts'

export type CustomValues = {
  /** One for each sent entry, in its place; the value is empty if it could not be read. */
  readonly entries: readonly CustomFieldValue[]
  readonly personalData: readonly PersonalDataFinding[]
}

const FIELDS = fieldSet(CUSTOM_VALUE_FIELDS)
const NO_DEFINITION = 0

/** Reads the values of custom fields and looks for personal data in them. */
export function readCustomValues(raw: unknown, findings: Findings): CustomValues {
  const personalData: PersonalDataFinding[] = []
  const entries = listOf(raw, findings).map((entry, index) => {
    const place = `${CUSTOM_VALUES_PATH}[${index}].`
    const { definitionId, value = '' } = readFields(entry, { set: FIELDS, prefix: place, findings })
    if (definitionId === undefined) report(findings, missing(`${place}definitionId`))
    // Also in a value that is refused for something else, such as its length.
    const sent = isObject(entry) ? textOf(entry['value']) : undefined
    personalData.push(...personalDataFindings({ [`${place}value`]: sent }))
    return { definitionId: definitionId ?? NO_DEFINITION, value }
  })
  report(findings, ...personalData.map(personalDataProblem))
  return { entries, personalData }
}

/** An empty value removes the field's value. */
export function valuesOf({ entries }: CustomValues): readonly CustomFieldValue[] {
  return entries.filter(({ value }) => value !== '')
}

/** The fields that have a value, for example `merchantDefinedFieldValues[0].value`. */
export function placesOfValues({ entries }: CustomValues): readonly string[] {
  return entries.flatMap(({ value }, index) => (value === '' ? [] : [`${CUSTOM_VALUES_PATH}[${index}].value`]))
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
