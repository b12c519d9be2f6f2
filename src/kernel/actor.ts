/** Who did something. */
export type AuditActor =
  /** A person at the machine's command line. */
  | { readonly kind: 'command-line'; readonly name: string }
  /** A program, by its key; the organization is the key's own. */
  | { readonly kind: 'key'; readonly organizationId: string; readonly keyId: string }
  /** A signed-in person; the organization is that of the membership used. */
  | { readonly kind: 'user'; readonly organizationId: string; readonly personId: string }
  /** A person who pays an invoice, without an account. */
  | { readonly kind: 'payer' }
  /** Quittance itself. */
  | { readonly kind: 'service' }

/** Who acts, and on whose behalf. */
export type Actor = {
  /** The organization acted for. */
  readonly organizationId: string
  readonly by: AuditActor
}

/**
 * The organization whose limits count: that of the key or the person, not the one acted for, so that a partner does not
 * get a multiple by having many merchants.
 */
export function askingOrganizationOf({ organizationId, by }: Actor): string {
  return 'organizationId' in by ? by.organizationId : organizationId
}
