// pure
/** The subject of a change; a remembered caller depends on several. An organization stands for everything below it too. */
export type CallerSubject = 'everything' | `key:${string}` | `person:${string}` | `organization:${string}`

export const EVERYTHING: CallerSubject = 'everything'

export function keySubject({ credentialId }: { readonly credentialId: string }): CallerSubject {
  return `key:${credentialId}`
}

export function personSubject({ personId }: { readonly personId: string }): CallerSubject {
  return `person:${personId}`
}

export function organizationSubject(organizationId: string): CallerSubject {
  return `organization:${organizationId}`
}
