// pure
import type { Role } from '../../session/session.ts'

/** From the most to the least that a person may do. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'clerk', 'reviewer', 'analyst', 'viewer']
