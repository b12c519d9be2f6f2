import type { Static } from 'typebox'
import { isOverdue } from '../../kernel/time/backup-age.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findBackupSchedule } from '../../platform/stores/backup-schedule.ts'
import { Backups } from './contract.ts'

export type BackupsDeps = {
  readonly database: Pick<Database, 'db'>
  /** Backups follow the real time, also in a sandbox. */
  readonly machineClock: Clock
}

const GET = {
  config: { scope: 'organization', isForPeople: true },
  schema: {
    operationId: 'getBackups',
    summary: 'Get when the newest backup was made',
    description: 'Of the whole installation: it is the same for every organization, and names no place.',
    tags: ['Portal'],
    querystring: ActingFor,
    response: { 200: Backups },
  },
} as const

export function backupsRoutes({ database, machineClock }: BackupsDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/backups', GET, async (): Promise<Static<typeof Backups>> => {
      const schedule = await findBackupSchedule(database.db)
      if (schedule === undefined) return { isScheduled: false, newestAt: null, intervalSeconds: null, isOverdue: false }
      return {
        isScheduled: true,
        newestAt: schedule.newestAt === undefined ? null : writtenInstant(schedule.newestAt),
        intervalSeconds: schedule.every.total('seconds'),
        isOverdue: isOverdue(schedule, machineClock.now()),
      }
    })
  }
}
