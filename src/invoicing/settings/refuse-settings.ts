// pure
import { AppError } from '../../kernel/errors.ts'
import type { Problem } from '../../kernel/reading/reading.ts'
import type { PersonalDataFinding } from '../personal-data/personal-data.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { LOGO_PATH } from './read-settings.ts'

/** A logo that is all that is wrong has a code of its own; among other problems it is one of them. */
export function refuseSettings(problems: readonly Problem[], personalData: readonly PersonalDataFinding[]): void {
  const [first] = problems
  if (problems.length !== 1 || first?.field !== LOGO_PATH) {
    refuseRequest(problems, personalData)
    return
  }
  const { field, reason, sentence } = first
  throw new AppError('invalid', 'INVALID_IMAGE', `Invalid image: ${field} ${sentence}.`, [{ field, reason }])
}
