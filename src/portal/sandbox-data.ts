import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/** Half-typed invoices: the numbers that they name begin again. Views are kept. */
export const portalSandboxData: SandboxData = { tables: ['kept_edits'] }
