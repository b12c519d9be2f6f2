import { leaveErasureFor } from './erasures/leave-erasure-for.ts'

export { addActivateCommand } from './activation/activate-command.ts'
export { startArchiving } from './archive/start-archiving.ts'
export { addBackupCommands } from './commands/backup.ts'
export { checkBackups } from './schedule/check-backups.ts'
export { startBackupSchedule } from './schedule/start-schedule.ts'

/** Erasures that restores have to repeat. */
export const backupErasures = { leave: leaveErasureFor }
