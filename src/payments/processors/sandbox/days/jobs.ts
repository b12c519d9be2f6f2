import { readAgendaItem } from '../../../../platform/queue/agenda.ts'
import type { JobHandlers } from '../../../../platform/queue/queue.ts'
import type { PaymentDeps } from '../../../payment-deps.ts'
import { closeSandboxDays } from './close-days.ts'
import { reportSandboxEvent } from './report-event.ts'
import { CLOSE_SANDBOX_DAY, REPORT_SANDBOX_EVENT, readSubject } from './sandbox-day.ts'

/** The sandbox processor's own work, as time goes by. */
export function sandboxDayJobs(deps: PaymentDeps): JobHandlers {
  return {
    [CLOSE_SANDBOX_DAY]: (payload, signal) => {
      const { organizationId } = readAgendaItem(payload)
      return closeSandboxDays(deps, { organizationId, signal })
    },
    [REPORT_SANDBOX_EVENT]: (payload) => {
      const { organizationId, subject, dueAt: at } = readAgendaItem(payload)
      return reportSandboxEvent(deps, { organizationId, at, ...readSubject(subject) })
    },
  }
}
