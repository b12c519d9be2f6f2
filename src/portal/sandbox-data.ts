import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/** Half-typed invoices, whose numbers begin again, and claims of the sandbox's reviews. Views are kept. */
export const portalSandboxData: SandboxData = { tables: ['kept_edits', 'review_claims'] }
