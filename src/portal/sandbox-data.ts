import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/** Half-typed invoices: the numbers that they name begin again. Requests: their bodies are kept in sandbox mode only. */
export const portalSandboxData: SandboxData = { tables: ['kept_edits', 'request_log'] }
