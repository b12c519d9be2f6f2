import { describe, expect, test } from 'vitest'
import { aReport } from '../../../test/support/data/reports.ts'
import { REPORT_STATUSES, type Report, type ReportStatus } from './report.ts'
import {
  admitted,
  canceled,
  completed,
  failed,
  isFinished,
  postponed,
  replaced,
  running,
  withoutData,
} from './report-states.ts'

const at = Temporal.Instant.from('2026-03-10T08:00:00Z')
const file = { key: 'shop/1/run.csv', bytes: 1, sha256: 'ab' }
const manifest = { rows: 1 } as NonNullable<Report['manifest']>

const moves: Readonly<Record<string, (report: Report) => Report>> = {
  admitted,
  running: (report) => running(report, { at, runId: 'run' }),
  completed: (report) => completed(report, { at, file, manifest }),
  withoutData: (report) => withoutData(report, { at }),
  failed: (report) => failed(report, { at, reason: 'because' }),
  canceled: (report) => canceled(report, { at }),
  postponed: (report) => postponed(report, { reason: 'because' }),
  replaced,
}

const legal: Readonly<Record<ReportStatus, readonly string[]>> = {
  // The table has states only: it allows postponing a queued report, which never happens.
  QUEUED: ['admitted', 'failed', 'canceled', 'postponed'],
  PENDING: ['running', 'failed', 'canceled'],
  RUNNING: ['admitted', 'running', 'completed', 'withoutData', 'failed', 'canceled', 'postponed'],
  COMPLETED: ['replaced'],
  NO_DATA: ['replaced'],
  ERROR: ['replaced'],
  RERUN: [],
}

describe.each(REPORT_STATUSES)('a report that is %s', (status) => {
  test.each(Object.keys(moves))('the move %s is legal only if the table lists it', (name) => {
    const report = { ...aReport({}), status }
    const move = () => moves[name]?.(report)

    if (legal[status].includes(name)) expect(move).not.toThrow()
    else expect(move).toThrow(/cannot become/)
  })
})

test('a finished report belongs to no run', () => {
  const atWork = running(aReport({}), { at, runId: 'run' })

  for (const ended of [
    completed(atWork, { at, file, manifest }),
    withoutData(atWork, { at }),
    canceled(atWork, { at }),
  ]) {
    expect(ended).toMatchObject({ runId: undefined, progress: undefined, completedAt: at })
    expect(isFinished(ended.status)).toBe(true)
  }
})

test('a postponed report keeps the reason and counts the failure, and a completed one has no reason', () => {
  const waiting = postponed(running(aReport({}), { at, runId: 'run' }), { reason: 'away' })
  const again = running(waiting, { at, runId: 'another' })

  expect(waiting).toMatchObject({ status: 'PENDING', reason: 'away', failures: 1 })
  expect(completed(again, { at, file, manifest })).toMatchObject({ reason: undefined, failures: 1 })
})
