import { Building2, ChartNoAxesColumn, FileText, House, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { Permission } from '../session/session.ts'
import type { Words } from '../words/words.ts'

export type NavigationEntry = {
  readonly word: keyof Pick<
    Words['shell'],
    'home' | 'invoices' | 'transactions' | 'review' | 'reports' | 'settings' | 'developers' | 'organization'
  >
  readonly to:
    | '/o/$organizationId'
    | '/o/$organizationId/invoices'
    | '/o/$organizationId/reports'
    | '/o/$organizationId/settings'
    | '/o/$organizationId/organization/users'
  readonly icon: LucideIcon
  /** Pressed after `g`. */
  readonly key: string
  /** A role without it does not see the link. */
  readonly permission?: Permission
}

/** The pages of an organization, in their order. A page that is not built yet has no entry. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { word: 'home', to: '/o/$organizationId', icon: House, key: 'h' },
  { word: 'invoices', to: '/o/$organizationId/invoices', icon: FileText, key: 'i', permission: 'invoices:read' },
  {
    word: 'reports',
    to: '/o/$organizationId/reports',
    icon: ChartNoAxesColumn,
    key: 'r',
    permission: 'reports:read',
  },
  {
    word: 'settings',
    to: '/o/$organizationId/settings',
    icon: SlidersHorizontal,
    key: 's',
    permission: 'invoices:read',
  },
  { word: 'organization', to: '/o/$organizationId/organization/users', icon: Building2, key: 'o', permission: 'users' },
]
