import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/**
 * Half-typed invoices, whose numbers begin again; claims of the sandbox's reviews; requests, whose bodies are kept in sandbox
 * mode only. Views are kept.
 */
export const portalSandboxData: SandboxData = { tables: ['kept_edits', 'review_claims', 'request_log'] }
