export type Warning = {
  readonly field: string
  readonly reason:
    | 'UNKNOWN_FIELD'
    | 'NO_EFFECT'
    | 'AMOUNTS_DIFFER'
    | 'LINK_EXPIRED'
    | 'MINIMUM_ABOVE_TOTAL'
    | 'EMAIL_REFUSED'
    | 'NO_RECIPIENT'
    | 'COLOR_REPLACED'
    | 'PAYER_AUTHENTICATION_OFF'
  readonly message: string
}

export function unknownFieldWarnings(fields: readonly string[]): readonly Warning[] {
  return fields.map((field) => ({
    field,
    reason: 'UNKNOWN_FIELD',
    message: `${field} is unknown and was ignored.`,
  }))
}
