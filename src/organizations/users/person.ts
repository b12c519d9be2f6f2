// pure
export type PersonStatus = 'ACTIVE' | 'DISABLED'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Somebody who signs in; stored once, however many organizations the person works for. */
export type Person = {
  readonly personId: string
  /** As it was typed; compared without case. */
  readonly email: string
  readonly name: string
  /** Undefined means as the browser asks. */
  readonly language: string | undefined
  readonly theme: Theme | undefined
  readonly status: PersonStatus
  /** False until an invitation is accepted. */
  readonly hasPassword: boolean
  /** Whether one-time codes are set up and confirmed. */
  readonly hasCodes: boolean
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}
