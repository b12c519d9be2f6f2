import { invoicingSandboxData } from '../../invoicing/index.ts'
import { notificationsSandboxData } from '../../notifications/index.ts'
import { sandbox } from '../../organizations/index.ts'
import { paymentsSandboxData } from '../../payments/index.ts'
import { platformSandboxData, type SandboxData } from '../../platform/stores/sandbox-data.ts'
import { portalSandboxData } from '../../portal/index.ts'
import { recordsSandboxData } from '../../records/index.ts'
import { reportingSandboxData } from '../../reporting/index.ts'

type Deps = Parameters<typeof recordsSandboxData>[0] & Parameters<typeof reportingSandboxData>[0]

/** Everything that live mode begins without, in the order in which it is deleted. */
export function sandboxDataOf(deps: Deps): readonly SandboxData[] {
  return [
    portalSandboxData,
    invoicingSandboxData,
    paymentsSandboxData,
    recordsSandboxData(deps),
    // Before the queue: its jobs know of files whose reports are gone.
    reportingSandboxData(deps),
    notificationsSandboxData,
    sandbox.data,
    platformSandboxData,
  ]
}
