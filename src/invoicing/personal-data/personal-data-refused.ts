// pure
import { AppError } from '../../kernel/errors.ts'
import { ContentRefusal, invalid, type Problem, refuseContent } from '../../kernel/reading/reading.ts'
import type { PersonalDataFinding } from './personal-data.ts'

/**
 * A request with personal data in a field that must not contain any. The code that catches it records the
 * findings; neither they nor the message contain the data.
 */
export class PersonalDataRefused extends AppError {
  readonly findings: readonly PersonalDataFinding[]

  /** `problems` are all problems of the request, including those of the findings. */
  constructor(
    findings: readonly PersonalDataFinding[],
    problems: readonly Problem[] = findings.map(personalDataProblem),
  ) {
    const { message, details } = new ContentRefusal(problems)
    const rule = 'Custom fields and labels must not contain personal data; this request was recorded.'
    super('invalid', 'VALIDATION_ERROR', `${message} ${rule}`, details)
    this.findings = findings
  }
}

export function personalDataProblem({ field, looksLike }: PersonalDataFinding): Problem {
  return invalid(field, `appears to contain personal data (${looksLike})`)
}

/** Refuses a request with all its problems; as a violation if it contains personal data. */
export function refuseRequest(problems: readonly Problem[], findings: readonly PersonalDataFinding[]): void {
  if (findings.length > 0) throw new PersonalDataRefused(findings, problems)
  refuseContent(problems)
}
