export type Warning = {
  readonly field: string
  readonly reason:
    | 'UNKNOWN_FIELD'
    | 'AMOUNTS_DIFFER'
    | 'LINK_EXPIRED'
    | 'MINIMUM_ABOVE_TOTAL'
    | 'EMAIL_REFUSED'
    | 'NO_RECIPIENT'
    | 'COLOR_REPLACED'
  readonly message: string
}

export function unknownFieldWarnings(fields: readonly string[]): readonly Warning[] {
  return fields.map((field) => ({
    field,
    reason: 'UNKNOWN_FIELD',
    message: `${field} is unknown and was ignored.`,
  }))
}
