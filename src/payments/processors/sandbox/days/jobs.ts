import { readAgendaItem } from '../../../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../../../platform/queue/queue.ts'
import type { PaymentDeps } from '../../../payment-deps.ts'
import { closeSandboxDays } from './close-days.ts'
import { type HandleEvent, REPORT_SANDBOX_EVENT, reportSandboxEvent } from './report-dispute.ts'
import { CLOSE_SANDBOX_DAY, SANDBOX } from './sandbox-day.ts'

/** What the sandbox processor does by itself, as time goes by; other processors have nothing here. */
export function sandboxDayJobs(deps: PaymentDeps, handle: HandleEvent): JobHandlers {
  if (deps.processor.name !== SANDBOX) return {}
  return {
    [CLOSE_SANDBOX_DAY]: (payload, signal) => {
      const { organizationId } = readAgendaItem(payload)
      return closeSandboxDays(deps, { organizationId, signal })
    },
    [REPORT_SANDBOX_EVENT]: (payload) => {
      const { organizationId, subject: key, dueAt: at } = readAgendaItem(payload)
      return reportSandboxEvent(deps, handle, { organizationId, key, at })
    },
  }
}
