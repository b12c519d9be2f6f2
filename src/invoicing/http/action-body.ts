import { fieldSet, newFindings, readFields } from '../../kernel/reading/read-fields.ts'
import { refuseContent } from '../../kernel/reading/reading.ts'

/** Fields that clients send with every request, without effect here. */
const USUAL = ['organizationId', 'clientReferenceInformation']

/** The unknown fields of a body that needs none, or only the known ones; it can be left out. */
export function unknownFieldsOfAction(body: unknown, known: readonly string[] = []): readonly string[] {
  const findings = newFindings()
  readFields(body, { set: fieldSet({}, [...USUAL, ...known]), findings })
  refuseContent([...findings.problems.values()])
  return findings.unknownFields
}
