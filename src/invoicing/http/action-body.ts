import { refuseContent } from '../../kernel/reading/reading.ts'
import { fieldSet, newFindings, readFields } from '../reading/read-fields.ts'

/** What clients send with every request and nobody misses here. */
const FIELDS = fieldSet({}, ['organizationId', 'clientReferenceInformation'])

/** The fields of a body where none is wanted; no body is as good as an empty object. */
export function unknownFieldsOfAction(body: unknown): readonly string[] {
  const findings = newFindings()
  readFields(body, { set: FIELDS, findings })
  refuseContent([...findings.problems.values()])
  return findings.unknownFields
}
