/** Personal data in a field that may hold none. What was found there is never kept. */
export type PersonalDataFinding = {
  /** As `merchantDefinedFieldValues[0].value`. */
  readonly field: string
  /** As `card number`. */
  readonly looksLike: string
}
