export { addActivateCommand } from './activation/activate-command.ts'
export { startArchiving } from './archive/start-archiving.ts'
export { addBackupCommands } from './commands/backup.ts'
