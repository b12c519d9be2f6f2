// pure
/** Events of which a mail informs the person, because somebody else may have caused them. */
export const SECURITY_EVENT_KINDS = [
  'new-browser',
  'recovery-code-used',
  'password-changed',
  'codes-turned-on',
  'codes-turned-off',
  'access-ended',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** By the machine's clock. */
  readonly at: Temporal.Instant
  /** Where it was done; undefined if the operator did it. */
  readonly visit: { readonly device?: string; readonly network?: string } | undefined
}
