export { addBackupCommands } from './commands/backup.ts'
export { checkBackups } from './schedule/check-backups.ts'
export { startBackupSchedule } from './schedule/start-schedule.ts'
