import { FIELDS } from './catalogue.ts'
import type { Field } from './field.ts'

/** Wire names of the fields that say something about a person. */
export const PERSONAL_NAMES: readonly string[] = FIELDS.filter(({ isPersonal }) => isPersonal).map(
  ({ wireName }) => wireName,
)

/** Wire names of the fields by which a person is found. */
export function identifyingNames(identifies: NonNullable<Field['identifies']>): readonly string[] {
  return FIELDS.filter((field) => field.identifies === identifies).map(({ wireName }) => wireName)
}
