import {
  ArrowLeftRight,
  Building2,
  ChartNoAxesColumn,
  CodeXml,
  FileText,
  House,
  type LucideIcon,
  ShieldAlert,
  SlidersHorizontal,
} from 'lucide-react'
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
    | '/o/$organizationId/transactions'
    | '/o/$organizationId/review'
    | '/o/$organizationId/reports'
    | '/o/$organizationId/settings'
    | '/o/$organizationId/developers'
    | '/o/$organizationId/organization'
  readonly icon: LucideIcon
  /** Pressed after `g`. */
  readonly key: string
  /** A role without it does not see the link. */
  readonly permission?: Permission
  /** Only where risky payments are held for review. */
  readonly needsFraudManagement?: true
}

/** The pages of an organization, in their order. A page that is not built yet has no entry. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { word: 'home', to: '/o/$organizationId', icon: House, key: 'h' },
  { word: 'invoices', to: '/o/$organizationId/invoices', icon: FileText, key: 'i', permission: 'invoices:read' },
  {
    word: 'transactions',
    to: '/o/$organizationId/transactions',
    icon: ArrowLeftRight,
    key: 't',
    permission: 'payments:read',
  },
  {
    word: 'review',
    to: '/o/$organizationId/review',
    icon: ShieldAlert,
    key: 'v',
    permission: 'payments:read',
    needsFraudManagement: true,
  },
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
  { word: 'developers', to: '/o/$organizationId/developers', icon: CodeXml, key: 'd', permission: 'keys' },
  { word: 'organization', to: '/o/$organizationId/organization', icon: Building2, key: 'o', permission: 'users' },
]
