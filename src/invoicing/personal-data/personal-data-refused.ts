// pure
import { AppError } from '../../kernel/errors.ts'
import { ContentRefusal, invalid, type Problem, refuseContent } from '../../kernel/reading/reading.ts'
import type { PersonalDataFinding } from './personal-data.ts'

/**
 * A request that holds personal data where none may stand. Whoever catches it has the findings recorded;
 * the message says so, and neither holds what was found.
 */
export class PersonalDataRefused extends AppError {
  readonly findings: readonly PersonalDataFinding[]

  /** `problems` are all that the request has, those of the findings among them. */
  constructor(
    findings: readonly PersonalDataFinding[],
    problems: readonly Problem[] = findings.map(personalDataProblem),
  ) {
    const { message, details } = new ContentRefusal(problems)
    const rule = 'Custom fields and labels must not carry personal data; this request is recorded.'
    super('invalid', 'VALIDATION_ERROR', `${message} ${rule}`, details)
    this.findings = findings
  }
}

export function personalDataProblem({ field, looksLike }: PersonalDataFinding): Problem {
  return invalid(field, `looks like it holds personal data (${looksLike})`)
}

/** Refuses a request for all its problems, and as a violation where personal data is among them. */
export function refuseRequest(problems: readonly Problem[], findings: readonly PersonalDataFinding[]): void {
  if (findings.length > 0) throw new PersonalDataRefused(findings, problems)
  refuseContent(problems)
}
