export { addBackupCommands } from './commands/backup.ts'
