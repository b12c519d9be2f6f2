import { fieldSet, newFindings, readFields } from '../../kernel/reading/read-fields.ts'
import { refuseContent } from '../../kernel/reading/reading.ts'

/** Fields that clients send with every request, without effect here. */
const FIELDS = fieldSet({}, ['organizationId', 'clientReferenceInformation'])

/** The unknown fields of a body that needs none; it can be left out. */
export function unknownFieldsOfAction(body: unknown): readonly string[] {
  const findings = newFindings()
  readFields(body, { set: FIELDS, findings })
  refuseContent([...findings.problems.values()])
  return findings.unknownFields
}
